import { createHash } from 'node:crypto'
import type { Series, SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { dataFilesPath, getData, type PublishedData, publishData } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import parseRange from 'range-parser'
import type { DoRecorded } from '../platform/audit/operator-entry.ts'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks, LockHeldError } from '../platform/database/advisory-locks.ts'
import { type CachedBody, cachedBody } from '../platform/http/compress.ts'
import { enforceReadLimit } from '../platform/http/enforce-limit.ts'
import { conflict, HttpError, notFound } from '../platform/http/http-error.ts'
import { Rendered } from '../platform/http/send-answer.ts'
import { serve } from '../platform/http/serve.ts'
import { serveAction } from '../platform/http/serve-action.ts'
import type { ByteRange, Storage } from '../platform/storage/storage.ts'
import { contentTypeOf } from '../platform/storage/storage-key.ts'
import { ExportFailedError, NothingFoldedError } from './export/export-failed-error.ts'
import { type KeepDeps, keepPublished } from './keep-published.ts'
import { publish as publishSeries } from './publication/publish.ts'
import { readPublishedSeries, readRowsFrom, storageKeyOf } from './publication/published-series.ts'
import { measurePublications } from './publication-metrics.ts'

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

interface Deps {
  readonly storage: Pick<Storage, 'get'>
  readonly read: () => Promise<PublishedResponse>
}

type FileRequest = { Params: { '*': string } }

/** CORS for every origin: DuckDB in a browser sends range requests and reads these headers. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, content-length, etag',
  'cross-origin-resource-policy': 'cross-origin',
}
const preflight = {
  ...openToAll,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-range, if-none-match',
  'access-control-max-age': '86400',
}
/** Files are immutable, but may be withdrawn after an opt-out, so they are cached for an hour only. */
const caching = 'public, max-age=3600, immutable'

/** Serves the published files, also by range. The ETag is the SHA-256. */
function serveFiles(app: FastifyInstance, { storage, read }: Deps): void {
  const url = `${dataFilesPath}*`

  app.options<FileRequest>(url, async (request, reply) => {
    await enforceReadLimit(request)
    return reply.code(204).headers(preflight).send()
  })

  app.route<FileRequest>({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      reply.headers(openToAll)
      await enforceReadLimit(request)
      const path = request.params['*']
      const file = (await read()).files.get(path)
      if (!file) throw withdrawn()
      const etag = `"${file.sha256}"`
      const headers = { 'accept-ranges': 'bytes', etag, 'cache-control': caching }
      if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send()
      if (request.method === 'HEAD')
        return reply
          .headers({ ...headers, 'content-length': file.bytes })
          .type(contentTypeOf(path) ?? '')
          .send()
      const range = rangeOf(request, file)
      const found = await storage.get(storageKeyOf(path), range ?? undefined)
      if (!found) throw withdrawn()
      reply.headers({ ...headers, ...lengthOf(range, file) }).type(found.contentType)
      return reply.code(range ? 206 : 200).send(found.stream)
    },
  })
}

function withdrawn(): HttpError {
  return notFound('File not found, or no longer published. /api/data lists the published files.')
}

function lengthOf(range: ByteRange | null, { bytes }: SeriesFile) {
  if (range === null) return { 'content-length': bytes }
  const { start, end } = range
  return { 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': end - start + 1 }
}

/** Returns the requested range; null for the whole file, also if the header is invalid or has several. Throws 416. */
function rangeOf({ headers }: FastifyRequest, { bytes: size, sha256 }: SeriesFile): ByteRange | null {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || range.length > 200) return null
  if (ifRange !== undefined && ifRange !== `"${sha256}"`) return null
  const ranges = parseRange(size, range)
  if (ranges === -1)
    throw new HttpError(416, `Range: the file has ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  const [first, ...others] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return first && others.length === 0 ? { start: first.start, end: first.end } : null
}

interface PublishedResponse {
  /** The response of `getData`, with its ETag. */
  readonly answer: CachedBody
  readonly etag: string
  readonly files: ReadonlyMap<string, SeriesFile>
}

/** Cache duration, ms. A Parquet reader requests many ranges within a second. */
const cacheMs = 1_000

function publishedResponse({
  database,
  now,
  publishedData,
}: Pick<KeepDeps, 'database' | 'now' | 'publishedData'>): () => Promise<PublishedResponse> {
  let cached: { readonly at: number; readonly data: Promise<PublishedResponse> } | null = null
  const read = async () =>
    prepare(await readPublishedSeries(database.pool), publishedData, await readRowsFrom(database.pool))
  return () => {
    if (cached && now() - cached.at < cacheMs) return cached.data
    const data = read()
    const reading = { at: now(), data }
    cached = reading
    data.catch(() => {
      if (cached === reading) cached = null
    })
    return data
  }
}

function prepare(
  published: readonly Series[],
  { at, licence }: KeepDeps['publishedData'],
  rowsFrom: Date | null,
): PublishedResponse {
  const data: PublishedData = {
    series: published.map(({ files, ...about }) => ({
      ...about,
      files: files.map(({ path, ...file }) => ({ ...file, url: dataFilesPath + path })),
    })),
    tables: [...analysisTables],
    licence,
    scheduled: at !== null,
    rowsFrom: rowsFrom?.toISOString() ?? null,
  }
  const bytes = Buffer.from(JSON.stringify(data))
  return {
    answer: cachedBody(bytes),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    files: new Map(published.flatMap(({ files }) => files.map((file) => [file.path, file]))),
  }
}
