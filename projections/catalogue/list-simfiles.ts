import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { SimfilesQuery } from '@stepledger/contracts/http/packs.ts'
import type { Simfile, SimfileChart } from '@stepledger/contracts/http/shapes/pack.ts'
import type { GenerationDb } from '../read-database.ts'
import { rowsOnPage } from '../stretch.ts'
import { bannerOf, urlOf } from './banner.ts'
import type { SimfileRow } from './pack-tables.ts'
import { searchPattern } from './title-key.ts'

const keys = { title: 'simfiles.title_key', artist: 'simfiles.artist_key' } as const

/** A page of songs, of all packs or of one, and how many there are under this search. */
export async function simfilesOn(
  generation: GenerationDb,
  query: Pick<SimfilesQuery, 'search' | 'orderBy' | 'orderDirection'> & { packId?: number | undefined },
  page: { from: number; limit: number },
): Promise<{ simfiles: Simfile[]; total: number }> {
  const { packId, search } = query
  const found = generation.db
    .selectFrom('simfiles')
    .where('simfiles.listed', '=', true)
    .$if(packId !== undefined, (q) => q.where('simfiles.pack', '=', packId ?? 0))
    .$if(search !== '', (q) => q.where('simfiles.search', 'like', searchPattern(search)))
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const key = keys[query.orderBy]
  const rows = await rowsOnPage(page, query.orderDirection, total, ({ from, limit }, way) =>
    generation.db
      // Index alone as far as the page, and only its own rows beyond.
      .selectFrom(
        found
          .select('simfiles.id')
          .orderBy(key, way)
          .orderBy('simfiles.id', way)
          .offset(from)
          .limit(limit)
          .as('page'),
      )
      .innerJoin('simfiles', 'simfiles.id', 'page.id')
      .innerJoin('packs', 'packs.id', 'simfiles.pack')
      .selectAll('simfiles')
      .select('packs.name as pack_name')
      .orderBy(key, way)
      .orderBy('simfiles.id', way)
      .execute(),
  )
  const charts = await chartsOf(
    generation,
    rows.map((row) => row.id),
  )
  return { simfiles: rows.map((row) => simfileOf(row, row.pack_name, charts.get(row.id) ?? [])), total }
}

/** The charts of songs, each in the order of difficulties. */
async function chartsOf(
  { db }: GenerationDb,
  simfiles: readonly number[],
): Promise<Map<number, SimfileChart[]>> {
  const charts = new Map<number, SimfileChart[]>()
  if (simfiles.length === 0) return charts
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
    backgroundUrl: urlOf(row.background?.original),
    jacketUrl: urlOf(row.jacket?.original),
    chartCount: charts.length,
    pack: { id: row.pack, name: packName },
    charts,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
