import type { Registry } from 'prom-client'
import type { Config } from '../platform/config/config.ts'
import type { Engine, EngineAddress } from '../platform/engine.ts'
import type { Log } from '../platform/log/log.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import { foldMetrics } from './fold/fold-metrics.ts'
import { startProjectorThread } from './projector-thread.ts'
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

interface StartedProjector {
  readonly stop: Projector['stop']
  /** Metrics of its own thread in the Prometheus text format; empty without a thread. */
  readonly metrics: (() => Promise<string>)[]
}

/**
 * Starts the projector, with a built worker on a separate thread, so that folding does not block requests.
 */
export async function startProjector(options: StartOptions): Promise<StartedProjector> {
  const { worker, engine, address, config, log, metrics, tracing, onFatalError } = options
  const { logLevel, closeCompetitionsAfterMs, tracesUrl } = config
  if (worker === null) {
    const projector = await runProjector(engine, log, {
      metrics: foldMetrics(metrics),
      tracing,
      closeCompetitionsAfterMs,
      onFatalError,
    })
    return { stop: () => projector.stop(), metrics: [] }
  }
  const thread = await startProjectorThread({
    worker,
    engine: address,
    logLevel,
    closeCompetitionsAfterMs,
    tracesUrl,
    onFatalError,
  })
  return { stop: () => thread.stop(), metrics: [() => thread.metrics()] }
}
