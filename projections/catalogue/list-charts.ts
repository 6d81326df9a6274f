import type { ChartsQuery, ListedChart, PackOfChart } from '@stepledger/contracts/http/chart-list.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { rowsOnPage } from '../stretch.ts'
import { bannerOf } from './banner.ts'
import { chartSummaryOf, summaryColumns } from './reads.ts'
import { countOf } from './search-texts.ts'
import { searchPattern } from './title-key.ts'

const keys = {
  songName: sql.ref('charts.title_key'),
  rating: sql`coalesce(charts.meter, -1)`,
  createdAt: sql.ref('charts.known_at'),
} as const

export type ChartListQuery = Pick<
  ChartsQuery,
  'search' | 'stepsType' | 'difficulty' | 'packId' | 'orderBy' | 'orderDirection'
>

/**
 * As many charts are found by their texts and then ordered; more are looked for along the order, as the next one is never far. Both take
 * tens of milliseconds at worst among 200,000 charts.
 */
const fewCharts = 10_000

/** A page of charts, and how many there are under these filters. Up to `few` are found by their texts. */
export async function chartsOn(
  generation: GenerationDb,
  query: ChartListQuery,
  page: { from: number; limit: number },
  few = fewCharts,
): Promise<{ charts: ListedChart[]; total: number }> {
  const total = await totalOf(generation, query)
  const found = chartsUnder(generation, query, total <= few)
  const key = keys[query.orderBy]
  const rows = await rowsOnPage(page, query.orderDirection, total, ({ from, limit }, way) =>
    generation.db
      // Index alone as far as the page, and only its own rows beyond.
      .selectFrom(
        found
          .select('charts.hash')
          .orderBy(key, way)
          .orderBy('charts.hash', way)
          .offset(from)
          .limit(limit)
          .as('page'),
      )
      .innerJoin('charts', 'charts.hash', 'page.hash')
      .select([...summaryColumns, 'charts.subtitle', 'charts.stepartist', 'charts.credit', 'charts.known_at'])
      .orderBy(key, way)
      .orderBy('charts.hash', way)
      .execute(),
  )
  const packs = await packsOf(
    generation,
    rows.map((row) => row.hash),
  )
  const charts = rows.map((row) => ({
    ...chartSummaryOf(row),
    songName: row.title,
    subtitle: row.subtitle || null,
    stepartist: row.stepartist || null,
    credit: row.credit || null,
    packs: packs.get(row.hash) ?? [],
    createdAt: new Date(row.known_at).toISOString(),
  }))
  return { charts, total }
}

async function totalOf(generation: GenerationDb, query: ChartListQuery): Promise<number> {
  const { search, packId, stepsType, difficulty } = query
  if (packId !== undefined) {
    const { count } = await chartsUnder(generation, query, false)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const nth = sql.lit(countOf({ stepsType, difficulty }))
  const { total } = await generation.db
    .selectFrom('search_texts')
    .select(sql<number>`coalesce(sum(counts[${nth}]), 0)`.as('total'))
    .$if(search !== '', (q) => q.where('search', 'like', searchPattern(search)))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The charts under the filters of a list; `byText`: by an index of what is searched. */
function chartsUnder({ db }: GenerationDb, query: ChartListQuery, byText: boolean) {
  const { search, stepsType, difficulty, packId } = query
  const pattern = searchPattern(search)
  return db
    .selectFrom('charts')
    .$if(search !== '' && byText, (q) =>
      q.where('charts.search', 'in', (select) =>
        select.selectFrom('search_texts').select('search').where('search', 'like', pattern),
      ),
    )
    .$if(search !== '' && !byText, (q) => q.where('charts.search', 'like', pattern))
    .$if(stepsType !== undefined, (q) => q.where('steps_type', '=', stepsType ?? null))
    .$if(difficulty !== undefined, (q) => q.where('charts.difficulty', '=', difficulty ?? null))
    .$if(packId !== undefined, (q) =>
      q.where('charts.hash', 'in', (select) =>
        select
          .selectFrom('simfiles')
          .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
          .select('simfile_charts.hash')
          .where('simfiles.pack', '=', packId ?? 0)
          .where('simfiles.listed', '=', true),
      ),
    )
}

/** The listed packs that hold these charts, by name. */
async function packsOf({ db }: GenerationDb, hashes: readonly string[]): Promise<Map<string, PackOfChart[]>> {
  const packs = new Map<string, PackOfChart[]>()
  if (hashes.length === 0) return packs
  const rows = await db
    .selectFrom('simfile_charts')
    .innerJoin('simfiles', 'simfiles.id', 'simfile_charts.simfile')
    .innerJoin('packs', 'packs.id', 'simfiles.pack')
    .select(['simfile_charts.hash', 'packs.id', 'packs.name', 'packs.banner', 'packs.name_key'])
    .distinct()
    .where('simfile_charts.hash', 'in', [...hashes])
    .where('simfiles.listed', '=', true)
    .orderBy('packs.name_key')
    .orderBy('packs.id')
    .execute()
  for (const { hash, id, name, banner } of rows)
    packs.set(hash, [...(packs.get(hash) ?? []), { id, name, ...bannerOf(banner) }])
  return packs
}
