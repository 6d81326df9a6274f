import { processOutput } from './output.ts'
import { runLedger } from './run-ledger.ts'

/** The `ledger` command. A second interrupt does not wait for things to be cleared up. */
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort(new Error('interrupted'))
  })
}
const output = processOutput(process, interrupt)
const seedWorker = new URL('./seed-worker.js', import.meta.url)
process.exitCode = await runLedger(process.argv.slice(2), process.env, output, seedWorker)
