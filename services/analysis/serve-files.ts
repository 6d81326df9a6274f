import type { SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import { dataFilesPath } from '@stepledger/contracts/http/data.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { enforceReadLimit } from '../platform/http/enforce-limit.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import type { ByteRange, Storage } from '../platform/storage/storage.ts'
import type { OfferedData } from './offered-data.ts'
import { storageKeyOf } from './publication/offered-series.ts'

interface Deps {
  readonly storage: Pick<Storage, 'get'>
  readonly read: () => Promise<OfferedData>
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
/** Files are immutable, but may be withdrawn after an opt-out, so they are cached for a day only. */
const caching = 'public, max-age=86400, immutable'

/** Serves the published files, also by range. The ETag is the SHA-256. */
export function serveFiles(app: FastifyInstance, { storage, read }: Deps): void {
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
          .type(parquet)
          .send()
      const range = rangeOf(request, file)
      const found = await storage.get(storageKeyOf(path), range ?? undefined)
      if (!found) throw withdrawn()
      reply.headers({ ...headers, ...lengthOf(range, file) }).type(found.contentType)
      return reply.code(range ? 206 : 200).send(found.stream)
    },
  })
}

const parquet = 'application/vnd.apache.parquet'

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
