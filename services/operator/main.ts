import { processOutput } from './output.ts'
import { runLedger } from './run-ledger.ts'

/** Longer than it takes to stop the embedded Postgres, and less than a supervisor waits before it kills, ms. */
const endWithinMs = 4_500

/**
 * The `ledger` command. After an interrupt it clears up for a limited time, as a database that does not answer would
 * hold it up; a second interrupt ends it at once.
 */
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130)
    setTimeout(() => {
      process.stderr.write('Not everything could be cleared up in time: the next start does it\n')
      process.exit(130)
    }, endWithinMs).unref()
    interrupt.abort(new Error('interrupted'))
  })
}
const output = processOutput(process, interrupt)
const workers = {
  seedWorker: new URL('./seed-worker.js', import.meta.url),
  exportWorker: new URL('./export-worker.js', import.meta.url),
}
process.exitCode = await runLedger(process.argv.slice(2), process.env, output, workers)
