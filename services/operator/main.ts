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
process.exitCode = await runLedger(process.argv.slice(2), process.env, processOutput(process, interrupt))
