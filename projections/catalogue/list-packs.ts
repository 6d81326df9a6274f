import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type {
  PackSummary,
  PacksQuery,
  Simfile,
  SimfileChart,
  SimfilesQuery,
} from '@stepledger/contracts/http/packs.ts'
import type { Chart } from '@stepledger/contracts/http/shapes/chart.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import type { GenerationDb } from '../read-database.ts'
import { idsAfter, pageByColumn } from '../slice.ts'
import { bannerOf, largestUrlOf } from './banner.ts'
import type { PackRow, SimfileRow } from './pack-tables.ts'
import { wordPattern } from './title-key.ts'

/** All columns except `song_ids`, which may have thousands of entries. */
const shown = ['id', 'name', 'banner', 'songs', 'created_at', 'updated_at'] as const
export type ShownPack = Pick<PackRow, (typeof shown)[number]>

const packKeys = { name: 'name_key', createdAt: 'created_at' } as const

export async function packsOn(
  { db }: GenerationDb,
  query: Pick<PacksQuery, 'search' | 'orderBy' | 'orderDirection'>,
  page: { from: number; limit: number },
): Promise<{ packs: PackSummary[]; total: number }> {
  const found = db
    .selectFrom('packs')
    .where('listed', '=', true)
    .where(({ and, eb }) =>
      and(searchWords(query.search).map((word) => eb('search', 'like', wordPattern(word)))),
    )
  const { ids, total } = await pageByColumn(found, packKeys[query.orderBy], page, query.orderDirection)
  if (ids.length === 0) return { packs: [], total }
  const rows = await db.selectFrom('packs').select(shown).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, packOf(row)]))
  return { packs: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** Null if it is not listed. */
export async function packById(generation: GenerationDb, id: number): Promise<PackSummary | null> {
  const row = await packRowById(generation, id)
  return row && packOf(row)
}

/** Null if it is not listed. */
export async function packRowById({ db }: GenerationDb, id: number): Promise<ShownPack | null> {
  const row = await db
    .selectFrom('packs')
    .select(shown)
    .where('id', '=', id)
    .where('listed', '=', true)
    .executeTakeFirst()
  return row ?? null
}

export function packIdsAfter(
  generation: GenerationDb,
  after: number | null,
  skip: number,
  limit: number,
): Promise<number[]> {
  return idsAfter(generation, { table: 'packs', id: 'id', where: 'listed' }, after, skip, limit)
}

export async function chartCountOfPack(generation: GenerationDb, id: number): Promise<number> {
  const { charts } = await generation.db
    .selectFrom('simfiles')
    .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
    .select((select) => select.fn.count<number>('simfile_charts.hash').distinct().as('charts'))
    .where('simfiles.pack', '=', id)
    .where('simfiles.listed', '=', true)
    .where('simfile_charts.accepted', '=', true)
    .executeTakeFirstOrThrow()
  return Number(charts)
}

export async function chartsOfPack(generation: GenerationDb, id: number): Promise<string[]> {
  const rows = await generation.db
    .selectFrom('simfiles')
    .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
    .select('simfile_charts.hash')
    .distinct()
    .where('simfiles.pack', '=', id)
    .where('simfiles.listed', '=', true)
    .where('simfile_charts.accepted', '=', true)
    .execute()
  return rows.map((row) => row.hash)
}

function packOf(row: ShownPack): PackSummary {
  return {
    id: row.id,
    name: row.name,
    ...bannerOf(row.banner),
    simfileCount: row.songs,
    createdAt: new Date(row.created_at ?? 0).toISOString(),
    updatedAt: new Date(row.updated_at ?? 0).toISOString(),
  }
}

const simfileKeys = { title: 'simfiles.title_key', artist: 'simfiles.artist_key' } as const

export type SimfileListQuery = Pick<SimfilesQuery, 'search' | 'orderBy' | 'orderDirection'> & {
  readonly packId?: number | undefined
}

/** Of all packs, or of one. */
export async function simfilesOn(
  generation: GenerationDb,
  query: SimfileListQuery,
  page: { from: number; limit: number },
): Promise<{ simfiles: Simfile[]; total: number }> {
  const { ids, total } = await idsOn(generation, query, page)
  if (ids.length === 0) return { simfiles: [], total }
  const rows = await generation.db
    .selectFrom('simfiles')
    .innerJoin('packs', 'packs.id', 'simfiles.pack')
    .selectAll('simfiles')
    .select('packs.name as pack_name')
    .where('simfiles.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const charts = await chartsOf(generation, ids)
  const simfiles = ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [simfileOf(row, row.pack_name, charts.get(id) ?? [])] : []
  })
  return { simfiles, total }
}

/** Index-only, to count and to read. */
function idsOn(
  { db }: GenerationDb,
  { packId, search, orderBy, orderDirection }: SimfileListQuery,
  page: { from: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const found = db
    .selectFrom('simfiles')
    .where('listed', '=', true)
    .$if(packId !== undefined, (q) => q.where('pack', '=', packId ?? 0))
    .where(({ and, eb }) => and(searchWords(search).map((word) => eb('search', 'like', wordPattern(word)))))
  return pageByColumn(found, simfileKeys[orderBy], page, orderDirection)
}

/** In the order of difficulties. */
async function chartsOf(
  { db }: GenerationDb,
  simfiles: readonly number[],
): Promise<Map<number, SimfileChart[]>> {
  const charts = new Map<number, SimfileChart[]>()
  const rows = await db
    .selectFrom('simfile_charts')
    .select(['simfile', 'hash', 'difficulty', 'meter', 'steps_type'])
    .where('simfile', 'in', [...simfiles])
    .orderBy('nth')
    .execute()
  for (const { simfile, hash, meter, ...row } of rows) {
    const chart = { hash, meter, difficulty: difficulty.parse(row.difficulty), stepsType: row.steps_type }
    charts.set(simfile, [...(charts.get(simfile) ?? []), chart])
  }
  const order = difficulty.options
  for (const list of charts.values())
    list.sort(
      (a, b) =>
        b.stepsType.localeCompare(a.stepsType) || order.indexOf(a.difficulty) - order.indexOf(b.difficulty),
    )
  return charts
}

function simfileOf(row: SimfileRow, packName: string, charts: SimfileChart[]): Simfile {
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle || null,
    artist: row.artist,
    genre: row.genre || null,
    credit: row.credit || null,
    ...bannerOf(row.banner),
    backgroundUrl: largestUrlOf(row.background),
    jacketUrl: largestUrlOf(row.jacket),
    chartCount: charts.length,
    pack: { id: row.pack, name: packName },
    charts,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** Limit of songs shown per chart; a chart is seldom in more than three. */
const maxSimfiles = 50

/** Accepted songs, by the name of their pack. */
export async function simfilesOfChart(generation: GenerationDb, hash: string): Promise<Chart['simfiles']> {
  const rows = await generation.db
    .selectFrom('simfile_charts as c')
    .innerJoin('simfiles as s', 's.id', 'c.simfile')
    .innerJoin('packs as p', 'p.id', 's.pack')
    .select([
      's.id',
      's.title',
      's.subtitle',
      's.artist',
      's.credit',
      's.banner',
      'c.difficulty',
      'c.meter',
      'c.steps_type',
      'c.description',
      'p.id as pack_id',
      'p.name as pack_name',
      'p.banner as pack_banner',
    ])
    .where('c.hash', '=', hash)
    .where('s.listed', '=', true)
    .where('c.accepted', '=', true)
    .orderBy('p.name_key')
    .orderBy('s.id')
    .orderBy('c.nth')
    .limit(maxSimfiles)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    subtitle: row.subtitle || null,
    artist: row.artist,
    credit: row.credit || null,
    difficulty: difficulty.parse(row.difficulty),
    meter: row.meter,
    stepsType: row.steps_type,
    description: row.description || null,
    ...bannerOf(row.banner),
    pack: { id: row.pack_id, name: row.pack_name, ...bannerOf(row.pack_banner) },
  }))
}
