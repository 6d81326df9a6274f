import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { makeLog } from '../platform/config/log.ts'
import { openEngine } from '../platform/engine.ts'
import { runProjector } from './run-projector.ts'

/**
 * The projector on a thread of its own, so that folding never stands in the way of an answer. Told `stop`, it finishes its batch and ends.
 */
const { engine: address, logLevel } = z
  .object({
    engine: z.object({ databaseUrl: z.string(), pushChannel: z.string() }),
    logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  })
  .parse(workerData)

const log = makeLog({ logLevel })
const engine = await openEngine(address, { maxConnections: 4, log })
const projector = await runProjector(engine, log)
parentPort?.postMessage('ready')
parentPort?.once('message', () => {
  void projector
    .stop()
    .then(() => engine.close())
    .then(() => parentPort?.close())
})
