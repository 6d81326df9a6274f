import type { PackSummary, PacksQuery } from '@stepledger/contracts/http/packs.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import type { GenerationDb } from '../read-database.ts'
import { idsAfter, pageOfIds } from '../slice.ts'
import { bannerOf } from './banner.ts'
import type { PackRow } from './pack-tables.ts'
import { wordPattern } from './title-key.ts'

/** All columns except `song_ids`, which may have thousands of entries. */
const shown = ['id', 'name', 'banner', 'songs', 'created_at', 'updated_at'] as const
export type ShownPack = Pick<PackRow, (typeof shown)[number]>

const keys = { name: 'name_key', createdAt: 'created_at' } as const

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
  const key = keys[query.orderBy]
  const { ids, total } = await pageOfIds(found, page, query.orderDirection, async ({ from, limit }, way) => {
    const rows = await found
      .select('id')
      .orderBy(key, way)
      .orderBy('id', way)
      .offset(from)
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  })
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
