import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withDeadline } from '../platform/async/with-deadline.ts'
import type { Config } from '../platform/config/config.ts'
import type { EngineAddress } from '../platform/engine.ts'
import type { Projector } from './run-projector.ts'
import { fromProjector, type ToProjector } from './thread-messages.ts'

interface ProjectorThread extends Projector {
  /** Its metrics as text for Prometheus. Rejects when the thread has not answered in time. */
  metrics(): Promise<string>
}

const metricsTimeoutMs = 1_000

/**
 * Maximum size of the young generation of the heap, MB. Folds are as fast as with the default of 48, all of which would be
 * used.
 */
const youngGenerationMb = 12

/** Starts the built `worker.ts` on a separate thread. `onFatalError` is called on an unexpected exit. */
export async function startProjectorThread(options: {
  worker: URL
  engine: EngineAddress
  logLevel: Config['logLevel']
  closeCompetitionsAfterMs: Config['closeCompetitionsAfterMs']
  tracesUrl: Config['tracesUrl']
  onFatalError: (error: Error) => void
}): Promise<ProjectorThread> {
  const { worker: file, engine, logLevel, closeCompetitionsAfterMs, tracesUrl, onFatalError } = options
  const worker = new Worker(file, {
    workerData: { engine, logLevel, closeCompetitionsAfterMs, tracesUrl },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  })
  let stopping = false
  const send = (message: ToProjector) => worker.postMessage(message)
  let pending: ((text: string) => void)[] = []
  await once(worker, 'message')
  worker.on('message', (message: unknown) => {
    const { metrics } = fromProjector.parse(message)
    for (const resolve of pending) resolve(metrics)
    pending = []
  })
  worker.on('error', onFatalError)
  worker.on('exit', (code) => {
    if (!stopping) onFatalError(new Error(`the projector thread exited with code ${code}`))
  })
  return {
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      send('stop')
      await ended
    },
    metrics() {
      const answered = new Promise<string>((resolve) => pending.push(resolve))
      send('metrics')
      return withDeadline(metricsTimeoutMs, answered, 'reading the metrics of the projector')
    },
  }
}
