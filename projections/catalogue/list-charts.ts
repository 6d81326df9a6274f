import type { ChartsQuery, ListedChart, PackOfChart } from '@stepledger/contracts/http/chart-list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { rowsOnPage } from '../stretch.ts'
import { bannerOf } from './banner.ts'
import { chartSummaryOf, summaryColumns } from './reads.ts'
import { countOf } from './search-texts.ts'
import type { ChartRow } from './tables.ts'
import { searchPattern } from './title-key.ts'

const keys = {
  songName: sql.ref('title_key'),
  rating: sql`coalesce(meter, -1)`,
  createdAt: sql.ref('known_at'),
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
          .select('listed.hash')
          .orderBy(key, way)
          .orderBy('listed.hash', way)
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

type ListedColumns = Pick<ChartRow, 'hash' | 'title_key' | 'meter' | 'known_at' | 'steps_type' | 'difficulty'>

/** Charts with what they are listed by. The offset keeps a join from being made along the order, for each of 200,000 charts. */
function listedCharts(schema: string, search: string, byText: boolean): RawBuilder<ListedColumns> {
  const charts = sql.id(schema, 'charts')
  if (search === '') return sql`${charts}`
  const pattern = searchPattern(search)
  return byText
    ? sql`(
        select c.hash, c.title_key, c.meter, c.known_at, c.steps_type, c.difficulty
        from ${sql.id(schema, 'search_texts')} t join ${charts} c on c.search = t.search
        where t.search like ${pattern} offset 0
      )`
    : sql`(select * from ${charts} where search like ${pattern})`
}

/** The charts under the filters of a list; `byText`: by an index of what is searched. */
function chartsUnder({ db, schema }: GenerationDb, query: ChartListQuery, byText: boolean) {
  const { search, stepsType, difficulty, packId } = query
  return db
    .selectFrom(listedCharts(schema, search, byText).as('listed'))
    .$if(stepsType !== undefined, (q) => q.where('listed.steps_type', '=', stepsType ?? null))
    .$if(difficulty !== undefined, (q) => q.where('listed.difficulty', '=', difficulty ?? null))
    .$if(packId !== undefined, (q) =>
      q.where('listed.hash', 'in', (select) =>
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
