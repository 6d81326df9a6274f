import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { searchText, titleKey } from './title-key.ts'

/** What events make of a pack; null is what they leave as it is, but for the banner, which goes with `songs`. */
interface PackChange {
  readonly id: number
  readonly offset: number
  readonly name: string | null
  readonly banner: Picture | null
  /** How many its last upload had. */
  readonly songs: number | null
  readonly listed: boolean | null
  /** The songs that are listed from now on. */
  readonly listedSongs: readonly number[] | null
  readonly first_processed_at: number | null
  readonly updated_at: number | null
}

/** Writes what events make of packs, and which songs are listed. Gives the charts that have another banner now. */
export async function writePacks(into: TablesTx, events: readonly PackEvent[]): Promise<string[]> {
  const changes = new Map<number, PackChange>()
  for (const placed of events) {
    const id = placed.event.data.packId
    changes.set(id, after(changes.get(id) ?? nothing(id), placed))
  }
  if (changes.size === 0) return []
  const written = [...changes.values()]
  await updatePacks(into, written)
  await listSongs(into, written)
  return takeBanners(into, written)
}

function nothing(id: number): PackChange {
  return {
    id,
    offset: -1,
    name: null,
    banner: null,
    songs: null,
    listed: null,
    listedSongs: null,
    first_processed_at: null,
    updated_at: null,
  }
}

function after(earlier: PackChange, { offset, event }: PackEvent): PackChange {
  const change = { ...earlier, offset }
  const { at } = event
  switch (event.type) {
    case 'PackUploaded':
    case 'SongProcessed':
      // Nothing of the pack is shown yet.
      return change
    case 'PackProcessed':
      return {
        ...change,
        name: event.data.name,
        banner: event.data.banner,
        songs: event.data.songIds.length,
        listed: true,
        listedSongs: event.data.songIds,
        first_processed_at: change.first_processed_at ?? at,
        updated_at: at,
      }
    case 'PackRenamed':
      return { ...change, name: event.data.name, updated_at: at }
    case 'PackRemoved':
      // What its songs said of charts stays known.
      return { ...change, listed: false, listedSongs: [] }
    default:
      return event satisfies never
  }
}

async function updatePacks({ tx, schema }: TablesTx, changes: readonly PackChange[]): Promise<void> {
  const rows = changes.map(({ listedSongs: _, ...change }) => ({
    ...change,
    name_key: change.name && titleKey(change.name),
    search: change.name && searchText(change.name),
  }))
  await tx.query({
    name: `${schema}_update_packs_v1`,
    text: `
      update ${schema}.packs p set "offset" = x."offset",
        name = coalesce(x.name, p.name), name_key = coalesce(x.name_key, p.name_key), search = coalesce(x.search, p.search),
        banner = case when x.songs is null then p.banner else x.banner end, songs = coalesce(x.songs, p.songs),
        created_at = coalesce(p.created_at, x.first_processed_at),
        updated_at = case when coalesce(p.created_at, x.first_processed_at) is not null then coalesce(x.updated_at, p.updated_at) end,
        listed = coalesce(x.listed, p.listed)
      from jsonb_to_recordset($1::jsonb) as x(id bigint, "offset" bigint, name text, name_key text, search text, banner jsonb,
        songs integer, first_processed_at bigint, updated_at bigint, listed boolean)
      where p.id = x.id`,
    values: [JSON.stringify(rows)],
  })
}

async function listSongs({ tx, schema }: TablesTx, changes: readonly PackChange[]): Promise<void> {
  const listings = changes.flatMap(({ id, listedSongs }) => (listedSongs ? [{ id, songs: listedSongs }] : []))
  if (listings.length === 0) return
  await tx.query({
    name: `${schema}_list_songs_v2`,
    text: `
      with x as (
        select l.id as pack, song from jsonb_to_recordset($1::jsonb) as l(id bigint, songs bigint[]) left join unnest(l.songs) as song on true
      )
      update ${schema}.simfiles s set listed = not listed
      where s.pack in (select pack from x) and s.listed <> (s.id in (select song from x))`,
    values: [JSON.stringify(listings)],
  })
}

/** Lets charts of songs that have no banner follow their pack's. */
async function takeBanners({ tx, schema }: TablesTx, changes: readonly PackChange[]): Promise<string[]> {
  const packs = changes.flatMap(({ id, songs }) => (songs === null ? [] : [id]))
  if (packs.length === 0) return []
  const { rows } = await tx.query<{ hash: string }>({
    name: `${schema}_pack_banners_v1`,
    text: `
      update ${schema}.charts c set banner = p.banner from ${schema}.packs p join ${schema}.simfiles s on s.pack = p.id
      where p.id = any($1::bigint[]) and s.id = c.described_by and c.banner_of_pack and c.banner is distinct from p.banner
      returning c.hash`,
    values: [packs],
  })
  return rows.map((row) => row.hash)
}
