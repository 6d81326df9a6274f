import { getData } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance } from 'fastify'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { serve } from '../platform/http/serve.ts'
import type { AnalysisDeps } from './deps.ts'
import { measurePublications } from './publication-metrics.ts'
import { publishDaily } from './publish-daily.ts'
import { publishedResponse, serveFiles } from './serve-files.ts'

/** Publishes a series once a day, in the leader, and serves the list and the files. Requires `migrateAnalysis`. */
export async function analysis(app: FastifyInstance, deps: AnalysisDeps): Promise<void> {
  const { database, log, metrics, storage } = deps
  const read = publishedResponse(deps)
  serve(app, getData, async () => {
    const { answer, etag } = await read()
    return new Rendered(answer, { etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
  })
  serveFiles(app, { storage, read })
  const { publish, withdraw, sweep } = publishDaily(deps, measurePublications(metrics))
  const background = await startBackgroundWorker({
    database,
    log,
    lock: advisoryLocks.analysis,
    works: [
      { about: 'published data', work: publish },
      { about: 'withdrawing published data', work: withdraw },
      { about: 'temporary files of exports', work: sweep },
    ],
  })
  app.addHook('onClose', () => background.stop())
}
