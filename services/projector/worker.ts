import { parentPort, workerData } from 'node:worker_threads'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { logLevel } from '../platform/config/values.ts'
import { engineAddress, openEngine } from '../platform/engine.ts'
import { makeLog } from '../platform/log/make-log.ts'
import { openTracing } from '../platform/tracing/open-tracing.ts'
import { foldMetrics } from './fold/fold-metrics.ts'
import { runProjector } from './run-projector.ts'
import { type FromProjector, toProjector } from './start-projector.ts'

/**
 * The projector on a separate thread, so that folding does not block requests. On `stop` it finishes its batch and
 * exits; on `metrics` it responds with its metrics.
 */
const settings = z
  .object({
    engine: engineAddress,
    logLevel,
    closeCompetitionsAfterMs: z.int().nullable(),
    tracesUrl: z.string().nullable(),
  })
  .parse(workerData)

const log = makeLog(settings, 'projector')
/** Terminates this thread with an error that the main thread receives. */
const onFatalError = (error: Error) =>
  queueMicrotask(() => {
    throw error
  })
const engine = await openEngine(settings.engine, { maxConnections: 4, log, onStuck: onFatalError })
const tracing = await openTracing(settings.tracesUrl, 'projector')
const registry = new Registry()
const projector = await runProjector(engine, log, {
  metrics: foldMetrics(registry),
  tracing,
  closeCompetitionsAfterMs: settings.closeCompetitionsAfterMs,
  onFatalError,
})
parentPort?.postMessage('ready')
parentPort?.on('message', (message: unknown) => {
  switch (toProjector.parse(message)) {
    case 'stop':
      void stop()
      return
    case 'metrics':
      void registry.metrics().then((metrics) => {
        const answer: FromProjector = { metrics }
        parentPort?.postMessage(answer)
      })
  }
})

async function stop(): Promise<void> {
  await projector.stop()
  await tracing?.stop()
  await engine.close()
  // An export that the collector does not answer would keep the thread alive.
  if (tracing) process.exit()
  parentPort?.close()
}
