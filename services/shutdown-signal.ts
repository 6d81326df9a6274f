/** Longer than requests, batches and connections take to finish; a supervisor may kill after 5 s. */
const endWithinMs = 4_500

export interface ShutdownSignal {
  readonly signal: AbortSignal
  /** How long is left for ending, ms. */
  leftMs(): number
}

/**
 * Hears SIGTERM and SIGINT. From the first one on the process ends with 0 in 4.5 s at the latest: what hangs then is
 * left to the next start, which goes on from there as after a kill. Asking again changes nothing: on Ctrl-C the
 * terminal signals us, and npm passes its own on.
 */
export function shutdownSignal(process: NodeJS.Process): ShutdownSignal {
  const asked = new AbortController()
  let deadline = Number.POSITIVE_INFINITY
  const onSignal = () => {
    if (asked.signal.aborted) return
    deadline = performance.now() + endWithinMs
    setTimeout(() => {
      process.stderr.write('Not all could be finished in time: the next start goes on from there\n')
      process.exit(0)
    }, endWithinMs)
    asked.abort(new Error('asked to end'))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return { signal: asked.signal, leftMs: () => deadline - performance.now() }
}
