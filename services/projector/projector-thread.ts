import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../platform/config/config.ts'
import type { EngineAddress } from '../platform/engine.ts'
import type { Projector } from './run-projector.ts'
import { fromProjector, type ToProjector } from './thread-messages.ts'

export interface ProjectorThread extends Projector {
  /** Its metrics as text for Prometheus. Rejects when the thread has not answered within two seconds. */
  metrics(): Promise<string>
}

const metricsPatienceMs = 2_000

/**
 * Of memory for young objects, MB, beside other services: folds are as fast with it as with the usual 48, which would
 * all be taken.
 */
const young = 12

/** Starts `worker.ts`, built, on a thread of its own. `onDeath` hears of an end that nobody asked for. */
export async function startProjectorThread(options: {
  worker: URL
  engine: EngineAddress
  logLevel: Config['logLevel']
  closeEventsAfterMs: Config['closeEventsAfterMs']
  /** This process does nothing else: it takes the memory that its command line gives it. */
  alone: boolean
  onDeath: (error: Error) => void
}): Promise<ProjectorThread> {
  const { worker: file, engine, logLevel, closeEventsAfterMs, alone, onDeath } = options
  const worker = new Worker(file, {
    workerData: { engine, logLevel, closeEventsAfterMs },
    ...(alone ? {} : { resourceLimits: { maxYoungGenerationSizeMb: young } }),
  })
  let stopping = false
  const say = (message: ToProjector) => worker.postMessage(message)
  let asked: ((text: string) => void)[] = []
  await once(worker, 'message')
  worker.on('message', (message: unknown) => {
    const { metrics } = fromProjector.parse(message)
    for (const answer of asked) answer(metrics)
    asked = []
  })
  worker.on('error', onDeath)
  worker.on('exit', (code) => {
    if (!stopping) onDeath(new Error(`the projector ended with code ${code}`))
  })
  return {
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      say('stop')
      await ended
    },
    metrics: () =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error('the projector is too busy to say its metrics'))
        const timer = setTimeout(late, metricsPatienceMs)
        asked.push((text) => {
          clearTimeout(timer)
          resolve(text)
        })
        say('metrics')
      }),
  }
}
