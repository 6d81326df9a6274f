import { getData } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { Rendered } from '../platform/http/send-answer.ts'
import { serve } from '../platform/http/serve.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { type KeepDeps, keepPublished } from './keep-published.ts'
import { measurePublications } from './publication-metrics.ts'
import { publishedResponse, serveFiles } from './serve-files.ts'

export interface AnalysisDeps extends KeepDeps {
  readonly storage: Storage
  readonly metrics: Registry
}

/** Publishes a series once a month, in the leader, and serves the list and the files. Requires `migrateAnalysis`. */
export async function analysis(app: FastifyInstance, deps: AnalysisDeps): Promise<void> {
  const { database, log, metrics, storage } = deps
  const read = publishedResponse(deps)
  serve(app, getData, async () => {
    const { answer, etag } = await read()
    return new Rendered(answer, { etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
  })
  serveFiles(app, { storage, read })
  const { publish, withdraw, sweep } = keepPublished(deps, measurePublications(metrics))
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
