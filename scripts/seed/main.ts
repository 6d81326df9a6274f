import { processOutput } from '@stepledger/services/operator/output.ts'
import { runSeed } from './command.ts'

/** Longer than stopping the embedded Postgres takes, ms. */
const shutdownTimeoutMs = 4_500

// After an interrupt the command closes what it opened; a second one exits immediately.
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130)
    setTimeout(() => process.exit(130), shutdownTimeoutMs).unref()
    interrupt.abort(new Error('interrupted'))
  })
}
const output = processOutput(process, interrupt)
process.exitCode = await runSeed(process.argv.slice(2), process.env, output, { onThreads: true })
// Statements that were given up may hold connections, which would delay the exit.
if (interrupt.signal.aborted) process.exit()
setTimeout(() => process.exit(), 200).unref()
