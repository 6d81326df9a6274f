import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { shutdownSignal } from './shutdown-signal.ts'

/**
 * The one executable: runs any set of services in this process (`--only ingest,query`), all by default. This file loads
 * nothing else, so that a signal is heard from the beginning.
 */
async function main(): Promise<void> {
  const { runServer } = await import('./run-server.ts')
  await runServer(asked)
}

const asked = shutdownSignal(process)
main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error !== asked.signal.reason) console.error(errorMessage(error))
    // Anyone who asked it to end gets that: what it could not finish, the next start does.
    process.exit(asked.signal.aborted ? 0 : 1)
  },
)
