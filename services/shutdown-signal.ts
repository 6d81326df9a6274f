/** Longer than requests, batches and connections take to drain; a supervisor may kill the process after 5 s. */
const shutdownTimeoutMs = 4_500

export interface ShutdownSignal {
  readonly signal: AbortSignal
  /** Remaining time before the shutdown deadline, ms. */
  leftMs(): number
}

/**
 * Handles SIGTERM and SIGINT for a graceful shutdown. After the first signal the process exits with 0 within 4.5 s; the
 * next start recovers what was not finished, as after a kill. Further signals are ignored: on Ctrl-C the process receives
 * one from the terminal and one from npm.
 */
export function shutdownSignal(process: NodeJS.Process): ShutdownSignal {
  const controller = new AbortController()
  let deadline = Number.POSITIVE_INFINITY
  const onSignal = () => {
    if (controller.signal.aborted) return
    deadline = performance.now() + shutdownTimeoutMs
    setTimeout(() => {
      process.stderr.write('The shutdown timed out. The next start recovers what was not finished.\n')
      process.exit(0)
    }, shutdownTimeoutMs)
    controller.abort(new Error('shutting down'))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return { signal: controller.signal, leftMs: () => deadline - performance.now() }
}
