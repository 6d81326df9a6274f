import type { ChartsQuery, ListedChart, PackOfChart } from '@stepledger/contracts/http/chart-list.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { rowsOnPage } from '../slice.ts'
import { bannerOf } from './banner.ts'
import { chartOrders, facetsUnder } from './list-index/charts-list.ts'
import type { ListQuery, ListResult } from './list-index/list-index.ts'
import { listedCharts } from './listed.ts'
import { chartSummaryOf, summaryColumns } from './reads.ts'
import { hasSources } from './sources-since.ts'
import { searchWords, wordPattern } from './title-key.ts'

const keys = {
  songName: sql.ref('title_key'),
  rating: sql`coalesce(meter, -1)`,
  createdAt: sql.ref('known_at'),
} as const

export type ChartListQuery = Pick<
  ChartsQuery,
  'search' | 'stepsType' | 'difficulty' | 'packId' | 'orderBy' | 'orderDirection'
>

/** Returns the query for the in-memory list; null for the charts of a pack, which are few and not in it. */
export function chartListQueryOf(
  query: ChartListQuery,
  page: { from: number; limit: number },
): ListQuery | null {
  if (query.packId !== undefined) return null
  return {
    words: searchWords(query.search),
    lets: facetsUnder(query),
    order: chartOrders.indexOf(query.orderBy),
    direction: query.orderDirection,
    ...page,
  }
}

/**
 * Returns a page of charts and their total under these filters. `cached`: the result of the in-memory list; null to
 * query Postgres.
 */
export async function chartsOn(
  generation: GenerationDb,
  query: ChartListQuery,
  page: { from: number; limit: number },
  cached: ListResult<string> | null,
): Promise<{ charts: ListedChart[]; total: number }> {
  const { ids, total } = cached ?? (await queryTables(generation, query, page))
  if (ids.length === 0) return { charts: [], total }
  const rows = await generation.db
    .selectFrom('charts')
    .select([...summaryColumns, 'charts.subtitle', 'charts.stepartist', 'charts.credit', 'charts.known_at'])
    .where('hash', 'in', ids)
    .execute()
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  const packs = await packsOf(generation, ids)
  const charts = ids.flatMap((hash): ListedChart[] => {
    const row = byHash.get(hash)
    if (!row) return []
    return [
      {
        ...chartSummaryOf(row),
        songName: row.title,
        rating: row.meter,
        subtitle: row.subtitle || null,
        stepartist: row.stepartist || null,
        credit: row.credit || null,
        packs: packs.get(hash) ?? [],
        createdAt: new Date(row.known_at).toISOString(),
      },
    ]
  })
  return { charts, total }
}

/** Index-only: scans all entries to count, then along the order from the nearer end. */
async function queryTables(
  generation: GenerationDb,
  query: ChartListQuery,
  page: { from: number; limit: number },
): Promise<ListResult<string>> {
  const found = chartsUnder(generation, query)
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const key = keys[query.orderBy]
  const total = Number(count)
  const rows = await rowsOnPage(page, query.orderDirection, total, ({ from, limit }, way) =>
    found.select('hash').orderBy(key, way).orderBy('hash', way).offset(from).limit(limit).execute(),
  )
  return { ids: rows.map(({ hash }) => hash), total }
}

/** Returns the query for charts under the filters of a list. */
function chartsUnder(generation: GenerationDb, query: ChartListQuery) {
  const { search, stepsType, difficulty, packId } = query
  const isSourced = hasSources(generation)
  return generation.db
    .selectFrom('charts')
    .$if(isSourced, (q) => q.where(sql<boolean>`${sql.raw(listedCharts)}`))
    .where(({ and, eb }) => and(searchWords(search).map((word) => eb('search', 'like', wordPattern(word)))))
    .$if(stepsType !== undefined, (q) => q.where('steps_type', '=', stepsType ?? null))
    .$if(difficulty !== undefined, (q) => q.where('difficulty', '=', difficulty ?? null))
    .$if(packId !== undefined, (q) =>
      q.where('hash', 'in', (select) =>
        select
          .selectFrom('simfiles')
          .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
          .select('simfile_charts.hash')
          .where('simfiles.pack', '=', packId ?? 0)
          .where('simfiles.listed', '=', true)
          .$if(isSourced, (songs) => songs.where('simfile_charts.accepted', '=', true)),
      ),
    )
}

/** Returns the listed packs that contain these charts, by name. */
async function packsOf(
  generation: GenerationDb,
  hashes: readonly string[],
): Promise<Map<string, PackOfChart[]>> {
  const packs = new Map<string, PackOfChart[]>()
  const rows = await generation.db
    .selectFrom('simfile_charts')
    .innerJoin('simfiles', 'simfiles.id', 'simfile_charts.simfile')
    .innerJoin('packs', 'packs.id', 'simfiles.pack')
    .select(['simfile_charts.hash', 'packs.id', 'packs.name', 'packs.banner', 'packs.name_key'])
    .distinct()
    .where('simfile_charts.hash', 'in', [...hashes])
    .where('simfiles.listed', '=', true)
    .$if(hasSources(generation), (q) => q.where('simfile_charts.accepted', '=', true))
    .orderBy('packs.name_key')
    .orderBy('packs.id')
    .execute()
  for (const { hash, id, name, banner } of rows)
    packs.set(hash, [...(packs.get(hash) ?? []), { id, name, ...bannerOf(banner) }])
  return packs
}
