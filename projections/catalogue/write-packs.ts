import type { PackProcessed } from '@stepledger/contracts/events/pack-processed.ts'
import type { PackRemoved } from '@stepledger/contracts/events/pack-removed.ts'
import type { PackRenamed } from '@stepledger/contracts/events/pack-renamed.ts'
import type { TablesTx } from '../generation.ts'
import { searchText, titleKey } from './title-key.ts'

/** Lists a pack with its songs, and no others. Gives the charts that have another banner now. */
export async function listPack(into: TablesTx, { at, data }: PackProcessed): Promise<string[]> {
  const { tx, schema } = into
  const banner = data.banner && JSON.stringify(data.banner)
  await tx.query({
    name: `${schema}_list_pack_v1`,
    text: `
      update ${schema}.packs set banner = $2::jsonb, songs = $3, created_at = coalesce(created_at, $4), updated_at = $4, listed = true
      where id = $1`,
    values: [data.packId, banner, data.songIds.length, at],
  })
  await renamePack(into, { at, data })
  await tx.query({
    name: `${schema}_list_songs_v1`,
    text: `
      update ${schema}.simfiles set listed = not listed
      where pack = $1 and listed <> (id = any($2::bigint[]))`,
    values: [data.packId, data.songIds],
  })
  const { rows } = await tx.query<{ hash: string }>({
    name: `${schema}_pack_banner_v1`,
    text: `
      update ${schema}.charts c set banner = $2::jsonb from ${schema}.simfiles s
      where s.pack = $1 and s.id = c.described_by and s.banner is null and c.banner is distinct from $2::jsonb
      returning c.hash`,
    values: [data.packId, banner],
  })
  return rows.map((row) => row.hash)
}

/** Gives a pack another name. */
export async function renamePack(
  { tx, schema }: TablesTx,
  { at, data: { packId, name } }: Pick<PackRenamed, 'at' | 'data'>,
): Promise<void> {
  await tx.query({
    name: `${schema}_rename_pack_v1`,
    text: `
      update ${schema}.packs set name = $2, name_key = $3, search = $4,
        updated_at = case when created_at is not null then $5::bigint end
      where id = $1`,
    values: [packId, name, titleKey(name), searchText(name), at],
  })
}

/** Takes a pack and its songs out of the lists. What they said of charts stays known. */
export async function removePack(
  { tx, schema }: TablesTx,
  { data: { packId } }: Pick<PackRemoved, 'data'>,
): Promise<void> {
  for (const [table, column] of [
    ['packs', 'id'],
    ['simfiles', 'pack'],
  ]) {
    await tx.query({
      name: `${schema}_remove_pack_${table}_v1`,
      text: `update ${schema}.${table} set listed = false where ${column} = $1 and listed`,
      values: [packId],
    })
  }
}
