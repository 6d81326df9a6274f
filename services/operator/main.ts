import { processOutput } from './output.ts'
import { runLedger } from './run-ledger.ts'

/** Longer than stopping the embedded Postgres takes, and shorter than the kill timeout of a supervisor, ms. */
const shutdownTimeoutMs = 4_500

/**
 * The `ledger` command. After an interrupt it closes what it opened, with a timeout, because a database may hang; a second
 * interrupt exits immediately.
 */
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130)
    setTimeout(() => {
      process.stderr.write(
        `Interrupted. Not everything was closed within ${shutdownTimeoutMs / 1000} s; if this command started Postgres, it is still running, and the next start takes it over.\n`,
      )
      process.exit(130)
    }, shutdownTimeoutMs).unref()
    interrupt.abort(new Error('interrupted'))
  })
}
const output = processOutput(process, interrupt)
const workers = {
  exportWorker: new URL('./export-worker.js', import.meta.url),
}
process.exitCode = await runLedger(process.argv.slice(2), process.env, output, workers)
// Statements, checks and requests that were given up may hold connections, which would delay the exit.
if (interrupt.signal.aborted) process.exit()
setTimeout(() => process.exit(), 200).unref()
