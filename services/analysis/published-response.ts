import { createHash } from 'node:crypto'
import { fewestPlayers, quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import { schemaChanges } from '@stepledger/contracts/analysis/schema-changes.ts'
import type { SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { dataFilesPath, type PublishedData } from '@stepledger/contracts/http/data.ts'
import { type CachedBody, cachedBody } from '../platform/http/cached-body.ts'
import type { AnalysisDeps } from './deps.ts'
import { type PublishedSeries, readPublishedSeries } from './publication/published-series.ts'

export interface PublishedResponse {
  /** The response of `getData`, with its ETag. */
  readonly answer: CachedBody
  readonly etag: string
  readonly files: ReadonlyMap<string, SeriesFile>
}

/** Cache duration, ms. A Parquet reader requests many ranges within a second. */
const cacheMs = 1_000

export function publishedResponse({
  database,
  now,
  publishedData,
}: Pick<AnalysisDeps, 'database' | 'now' | 'publishedData'>): () => Promise<PublishedResponse> {
  let cached: { readonly at: number; readonly data: Promise<PublishedResponse> } | null = null
  const read = async () => prepare(await readPublishedSeries(database.pool), publishedData)
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
  published: readonly PublishedSeries[],
  { at, licence }: AnalysisDeps['publishedData'],
): PublishedResponse {
  const data: PublishedData = {
    series: published.map(({ series: { complete, months, files, ...about } }) => ({
      ...about,
      months: months.map(({ digest, ...month }) => month),
      files: files.map(({ path, ...file }) => ({ ...file, url: dataFilesPath + path })),
    })),
    tables: [...analysisTables],
    schemaChanges: [...schemaChanges],
    licence,
    fewestPlayers,
    quietDays,
    publishedAt: at === null ? null : timeText(at),
  }
  const bytes = Buffer.from(JSON.stringify(data))
  return {
    answer: cachedBody(bytes),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    files: new Map(published.flatMap(({ series }) => series.files.map((file) => [file.path, file]))),
  }
}

/** Formats minutes after midnight, as in `04:00`. */
function timeText(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
