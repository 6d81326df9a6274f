import { getData, publishData } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { DoRecorded } from '../platform/audit/operator-entry.ts'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { LockHeldError } from '../platform/database/with-lock.ts'
import { conflict, HttpError } from '../platform/http/http-error.ts'
import { Rendered } from '../platform/http/send-answer.ts'
import { serve } from '../platform/http/serve.ts'
import { serveAction } from '../platform/http/serve-action.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { ExportFailedError, NothingFoldedError } from './export/export-failed-error.ts'
import { type KeepDeps, keepPublished } from './keep-published.ts'
import { publish as publishSeries } from './publication/publish.ts'
import { measurePublications } from './publication-metrics.ts'
import { publishedResponse, serveFiles } from './serve-files.ts'

export interface AnalysisDeps extends KeepDeps {
  readonly storage: Storage
  readonly metrics: Registry
  readonly doRecorded: DoRecorded
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
  serveAction(app, publishData, {
    plan: () => ({}),
    async act({ by, signal, progress }) {
      const publishing = () =>
        publishSeries(deps, {
          keep: deps.publishedData.keep,
          signal,
          onProgress: ({ what, done = 0, of = null, unit = '' }) => progress({ what, done, of, unit }),
        })
      const details = ({ id }: { id: string }) => ({ series: id })
      const { id, files } = await deps
        .doRecorded('Data published', by, publishing, details)
        .catch(withHttpError)
      return { series: id, files: files.length }
    },
  })
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

function withHttpError(error: unknown): never {
  if (error instanceof LockHeldError) throw conflict('Another process is publishing the data')
  if (error instanceof NothingFoldedError || error instanceof ExportFailedError)
    throw new HttpError(503, error.message, {}, { cause: error })
  throw error
}
