import type { ChartsQuery, ListedChart, PackOfChart } from '@stepledger/contracts/http/charts.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { timeUnits } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { pageOfIds } from '../slice.ts'
import { bannerOf } from './banner.ts'
import { chartSummaryOf, summaryColumns } from './reads.ts'
import { listedCharts, trigramText } from './tables.ts'
import { wordPattern } from './title-key.ts'

const keys = {
  songName: sql.ref('title_key'),
  rating: sql`coalesce(meter, -1)`,
  createdAt: sql.ref('known_at'),
} as const

export type ChartListQuery = Omit<ChartsQuery, 'page' | 'limit'>

export interface OwnFilter {
  readonly player: string
  /** Undefined for all charts. */
  readonly played: boolean | undefined
  /** Only charts on which this player's best in the system is higher. */
  readonly below: { readonly player: string; readonly system: number } | null
}

const leastMeter = 0
const greatestMeter = 1_000_000

/** Null without a filter. */
function meterRange({ minMeter: min = leastMeter, maxMeter: max = greatestMeter }: ChartListQuery) {
  if (min === leastMeter && max === greatestMeter) return null
  return { min, max }
}

export async function chartsOn(
  generation: GenerationDb,
  query: ChartListQuery,
  page: { from: number; limit: number },
  own: OwnFilter | null = null,
): Promise<{ charts: ListedChart[]; total: number }> {
  const { ids, total } = await hashesOn(generation, query, page, own)
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

/** Index-only, to count and to read, but for words that few charts contain. */
async function hashesOn(
  generation: GenerationDb,
  query: ChartListQuery,
  page: { from: number; limit: number },
  own: OwnFilter | null,
): Promise<{ ids: string[]; total: number }> {
  const found = chartsUnder(generation, query, own)
  const key = keys[query.orderBy]
  // A generic plan would also use the index of trigrams for words that many charts contain.
  if (searchWords(query.search).some(hasTrigram))
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(generation.db)
  return pageOfIds(found, page, query.orderDirection, async ({ from, limit }, way) => {
    const rows = await found
      .select('hash')
      .orderBy(key, way)
      .orderBy('hash', way)
      .offset(from)
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  })
}

/** Only ASCII: the locale of the embedded Postgres has no other letters. */
function hasTrigram(word: string): boolean {
  return /[a-z0-9]{3}/.test(word)
}

function holds(word: string): RawBuilder<SqlBool> {
  return sql`${hasTrigram(word) ? sql.raw(trigramText) : sql.ref('search')} like ${wordPattern(word)}`
}

/** As in the columns of these keys. */
function isNamed(key: 'artist_key' | 'stepartist_key', name = ''): RawBuilder<SqlBool> {
  return sql`${sql.ref(key)} = lower(left(${name}::text, 100))`
}

function chartsUnder(generation: GenerationDb, query: ChartListQuery, own: OwnFilter | null) {
  const { search, artist, stepartist, stepsType, difficulty, packId } = query
  const meters = meterRange(query)
  const words = searchWords(search)
  return generation.db
    .selectFrom('charts')
    .where(sql<boolean>`${sql.raw(listedCharts)}`)
    .where(({ and }) => and(words.map(holds)))
    .$if(artist !== undefined, (q) => q.where(isNamed('artist_key', artist)))
    .$if(stepartist !== undefined, (q) => q.where(isNamed('stepartist_key', stepartist)))
    .$if(stepsType !== undefined, (q) => q.where('steps_type', '=', stepsType ?? null))
    .$if(difficulty !== undefined, (q) => q.where('difficulty', '=', difficulty ?? null))
    .$if(meters !== null, (q) =>
      q.where('meter', '>=', meters?.min ?? null).where('meter', '<=', meters?.max ?? null),
    )
    .where(({ and }) => and(own ? ownConditions(generation, own) : []))
    .$if(packId !== undefined, (q) =>
      q.where('hash', 'in', (select) =>
        select
          .selectFrom('simfiles')
          .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
          .select('simfile_charts.hash')
          .where('simfiles.pack', '=', packId ?? 0)
          .where('simfiles.listed', '=', true)
          .where('simfile_charts.accepted', '=', true),
      ),
    )
}

/** Conditions on charts by a player's plays: each reads an index range of that player, and of the other one. */
function ownConditions({ table }: GenerationDb, { player, played, below }: OwnFilter): RawBuilder<SqlBool>[] {
  const ofPlayer = sql`(select chart from ${table('player_charts')} where player = ${player}::uuid)`
  return [
    ...(played === undefined ? [] : [sql<SqlBool>`(hash in ${ofPlayer}) = ${played}`]),
    ...(below === null
      ? []
      : [
          sql<SqlBool>`hash in (
            select own.chart from ${table('best')} own join ${table('best')} other on other.chart = own.chart
            where own.player = ${player}::uuid and own.system = ${below.system}
              and other.player = ${below.player}::uuid and other.system = ${below.system}
              and own.key / ${timeUnits}::bigint < other.key / ${timeUnits}::bigint
          )`,
        ]),
  ]
}

/** Listed ones, by name. */
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
    .where('simfile_charts.accepted', '=', true)
    .orderBy('packs.name_key')
    .orderBy('packs.id')
    .execute()
  for (const { hash, id, name, banner } of rows)
    packs.set(hash, [...(packs.get(hash) ?? []), { id, name, ...bannerOf(banner) }])
  return packs
}
