import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../platform/config/config.ts'
import type { EngineAddress } from '../platform/engine.ts'
import type { Projector } from './run-projector.ts'

/** Starts `worker.ts`, built, on a thread of its own. `onDeath` hears of an end that nobody asked for. */
export async function startProjectorThread(options: {
  worker: URL
  engine: EngineAddress
  logLevel: Config['logLevel']
  onDeath: (error: Error) => void
}): Promise<Projector> {
  const { worker: file, engine, logLevel, onDeath } = options
  const worker = new Worker(file, { workerData: { engine, logLevel } })
  let stopping = false
  await once(worker, 'message')
  worker.on('error', onDeath)
  worker.on('exit', (code) => {
    if (!stopping) onDeath(new Error(`the projector ended with code ${code}`))
  })
  return {
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
    },
  }
}
