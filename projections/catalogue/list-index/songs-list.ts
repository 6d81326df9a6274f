import { sql } from 'kysely'
import type { SimfileRow } from '../pack-tables.ts'
import { listSource } from './list-source.ts'

type Row = Pick<SimfileRow, 'title_key' | 'artist_key' | 'search' | 'listed'> & { readonly id: number | null }

export const songOrders = ['title', 'artist'] as const

/** The list of all listed songs, by title and artist. */
export const songsList = listSource<number, Row>({
  table: 'simfiles',
  orders: songOrders.length,
  id: 'id',
  columns: sql`id, search, title_key, artist_key, listed`,
  entryOf: ({ id, search, title_key, artist_key, listed }) =>
    id === null ? null : { id, search, facet: 0, keys: [title_key, artist_key], listed },
})
