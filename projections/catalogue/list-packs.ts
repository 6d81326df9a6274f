import type { PacksQuery } from '@stepledger/contracts/http/packs.ts'
import type { PackSummary } from '@stepledger/contracts/http/shapes/pack.ts'
import type { GenerationDb } from '../read-database.ts'
import { rowsOnPage } from '../stretch.ts'
import { bannerOf } from './banner.ts'
import type { PackRow } from './pack-tables.ts'
import { searchPattern } from './title-key.ts'

const keys = { name: 'name_key', createdAt: 'created_at' } as const

/** A page of packs, and how many there are under this search. */
export async function packsOn(
  { db }: GenerationDb,
  query: Pick<PacksQuery, 'search' | 'orderBy' | 'orderDirection'>,
  page: { from: number; limit: number },
): Promise<{ packs: PackSummary[]; total: number }> {
  const found = db
    .selectFrom('packs')
    .where('listed', '=', true)
    .$if(query.search !== '', (q) => q.where('search', 'like', searchPattern(query.search)))
  const { count } = await found
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const key = keys[query.orderBy]
  const rows = await rowsOnPage(page, query.orderDirection, total, ({ from, limit }, way) =>
    found.selectAll().orderBy(key, way).orderBy('id', way).offset(from).limit(limit).execute(),
  )
  return { packs: rows.map(packOf), total }
}

/** A pack that is listed, or null. */
export async function packById({ db }: GenerationDb, id: number): Promise<PackSummary | null> {
  const row = await db
    .selectFrom('packs')
    .selectAll()
    .where('id', '=', id)
    .where('listed', '=', true)
    .executeTakeFirst()
  return row ? packOf(row) : null
}

/** The charts that a pack holds now. */
export async function chartsOfPack({ db }: GenerationDb, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('simfiles')
    .innerJoin('simfile_charts', 'simfile_charts.simfile', 'simfiles.id')
    .select('simfile_charts.hash')
    .distinct()
    .where('simfiles.pack', '=', id)
    .where('simfiles.listed', '=', true)
    .execute()
  return rows.map((row) => row.hash)
}

function packOf(row: PackRow): PackSummary {
  return {
    id: row.id,
    name: row.name,
    ...bannerOf(row.banner),
    simfileCount: row.songs,
    createdAt: new Date(row.created_at ?? 0).toISOString(),
    updatedAt: new Date(row.updated_at ?? 0).toISOString(),
  }
}
