import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { withDeadline } from '../platform/async/with-deadline.ts'
import type { Config } from '../platform/config/config.ts'
import type { Engine, EngineAddress } from '../platform/engine.ts'
import type { Log } from '../platform/log/log.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import { foldMetrics } from './fold/fold-metrics.ts'
import { type Projector, runProjector } from './run-projector.ts'

interface StartOptions {
  /** The built worker, for a process with other services; null folds on this thread. */
  readonly worker: URL | null
  readonly engine: Engine
  /** Connection settings of the engine, for the thread. */
  readonly address: EngineAddress
  readonly config: Pick<Config, 'logLevel' | 'closeCompetitionsAfterMs' | 'tracesUrl'>
  readonly log: Log
  /** Registry of this thread. */
  readonly metrics: Registry
  /** Null without a collector. */
  readonly tracing: PlayTracing | null
  /** Called on an unexpected exit. */
  readonly onFatalError: (error: Error) => void
}

interface StartedProjector extends Projector {
  /** Metrics of its own thread in the Prometheus text format; empty without a thread. */
  readonly metrics: (() => Promise<string>)[]
}

/**
 * Starts the projector, with a built worker on a separate thread, so that folding does not block requests.
 */
export async function startProjector(options: StartOptions): Promise<StartedProjector> {
  const { worker, engine, config, log, metrics, tracing, onFatalError } = options
  if (worker !== null) return startProjectorThread(worker, options)
  const { closeCompetitionsAfterMs } = config
  const projector = await runProjector(engine, log, {
    metrics: foldMetrics(metrics),
    tracing,
    closeCompetitionsAfterMs,
    onFatalError,
  })
  return { stop: projector.stop, metrics: [] }
}

/** Messages to `worker.ts`. */
export const toProjector = z.enum(['stop', 'metrics'])

/** Its response to `metrics`, in the Prometheus text format. */
const fromProjector = z.object({ metrics: z.string() })
export type FromProjector = z.infer<typeof fromProjector>

const metricsTimeoutMs = 1_000

/**
 * Maximum size of the young generation of the heap, MB. Folds are as fast as with the default of 48, all of which would be
 * used.
 */
const youngGenerationMb = 12

/** Starts the built `worker.ts` on a separate thread. */
async function startProjectorThread(
  file: URL,
  { address: engine, config, onFatalError }: StartOptions,
): Promise<StartedProjector> {
  const { logLevel, closeCompetitionsAfterMs, tracesUrl } = config
  const worker = new Worker(file, {
    workerData: { engine, logLevel, closeCompetitionsAfterMs, tracesUrl },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  })
  let stopping = false
  const send = (message: z.infer<typeof toProjector>) => worker.postMessage(message)
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
  async function readMetrics(): Promise<string> {
    const answered = new Promise<string>((resolve) => pending.push(resolve))
    send('metrics')
    return withDeadline(metricsTimeoutMs, answered, 'reading the metrics of the projector')
  }
  return {
    metrics: [readMetrics],
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      send('stop')
      await ended
    },
  }
}
