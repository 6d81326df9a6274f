import type { Engine } from './platform/engine.ts'
import type { Log } from './platform/log/log.ts'
import { runProjector } from './projector/run-projector.ts'

const lookEveryMs = 100

/** Runs `work` with a projector beside it in this process: for a command that finds no server to do the folding. */
export async function foldInProcess<T>(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const projector = await runProjector(engine, log, { lookEveryMs })
  try {
    return await work()
  } finally {
    await projector.stop()
  }
}
