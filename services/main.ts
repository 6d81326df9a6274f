import { setFlagsFromString } from 'node:v8'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { shutdownSignal } from './shutdown-signal.ts'

/**
 * The server executable: runs any set of services in this process (`--only ingest,query`), all by default. The rest is
 * imported lazily, so that signals are handled from the start.
 */
async function main(): Promise<void> {
  const { runServer } = await import('./run-server.ts')
  await runServer(shutdown)
}

// Collecting the few young objects of a request or a batch takes less time than waking V8's helper threads, which used a
// fifth of the CPU time of a play. Old objects are still marked concurrently.
setFlagsFromString('--no-parallel-scavenge')
// A full collection once the heap has doubled. By its own estimate V8 collected after a third, and did so every two seconds
// under load, because it counts the buffers of plays in progress as well.
setFlagsFromString('--heap-growing-percent=100')

const shutdown = shutdownSignal(process)
main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error !== shutdown.signal.reason) console.error(errorMessage(error))
    // After a shutdown signal, errors are ignored: the next start recovers what was not finished.
    process.exit(shutdown.signal.aborted ? 0 : 1)
  },
)
