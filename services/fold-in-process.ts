import type { Engine } from './platform/engine.ts'
import type { Log } from './platform/log/log.ts'
import { runProjector } from './projector/run-projector.ts'

/** Polling interval of the projector. */
const pollMs = 100

/** Runs `work` with a projector in this process, for commands that run without a server. */
export async function foldInProcess<T>(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const projector = await runProjector(engine, log, { pollMs })
  try {
    return await work()
  } finally {
    await projector.stop()
  }
}
