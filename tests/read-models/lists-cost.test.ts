import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { packsOn } from '@stepledger/projections/catalogue/list-packs.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { vacuumReadModels } from '@stepledger/projections/read-models.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { openReadModels } from '@stepledger/services/platform/database/read-models.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartsOfSong, rareWord, songsOfPack, writeManySongs } from '../generators/many-songs.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const packs = 160
const songs = packs * songsOfPack
const charts = songs * chartsOfSong
/** Entries of indexes and rows that any page takes: its own, what they belong to, and where the planner looks. */
const few = 1_000

let models: FoldedModels
let reader: Database
let db: ReadDatabase

beforeAll(async () => {
  models = await foldedModels()
  reader = openDatabase({ url: models.database.pool.options.connectionString ?? '', maxConnections: 1 })
  db = openReadModels(reader.pool)
  await writeManySongs(models.database.pool, 'g1', packs)
  for (const text of vacuumReadModels('g1')) await models.database.pool.query(text)
}, 120_000)
afterAll(async () => {
  await reader.close()
  await models.close()
})

const page = (place: 'first' | 'middle' | 'last', total: number) => ({
  from: { first: 0, middle: Math.floor(total / 2), last: Math.max(0, total - 25) }[place],
  limit: 25,
})

describe.each(['songName', 'rating', 'createdAt'] as const)('a page of charts by %s', (orderBy) => {
  const read = (search: string, at: { from: number; limit: number }, filter = {}) =>
    chartsOn(
      readable(models.generation, db),
      {
        search,
        stepsType: undefined,
        difficulty: undefined,
        packId: undefined,
        orderBy,
        orderDirection: 'asc',
        ...filter,
      },
      at,
    )

  it.each([
    ['of all', 'first', '', {}, songs],
    ['of all', 'last', '', {}, songs],
    ['of all', 'middle', '', {}, songs + charts / 2],
    ['under a filter', 'middle', '', { difficulty: 'Hard' }, songs + charts / 2],
    ['of what a frequent letter finds', 'first', 'a', {}, songs],
    ['of what a frequent letter finds', 'last', 'a', {}, songs],
    ['of what a frequent letter finds', 'middle', 'a', {}, songs + charts / 2],
    ['of a word of one song', 'first', rareWord(1), {}, 2 * songs],
    ['of a word that nobody has', 'first', 'nobody has this', {}, 2 * songs],
    ['of kana', 'last', 'ナマ', {}, 3 * songs],
  ] as const)(
    'looks at texts, and along the order no further than it must: %s, the %s one',
    async (_of, place, search, filter, most) => {
      const { total } = await read(search, page('first', 0), filter)
      // Postgres plans a prepared statement for all its values after five executions: that plan is the one in use.
      for (let i = 0; i < 6; i++) await read(search, page(place, total), filter)
      const before = await rowsRead()
      const found = await read(search, page(place, total), filter)
      const rows = (await rowsRead()) - before
      expect(found.charts).toHaveLength(Math.min(25, total))
      expect(rows).toBeLessThanOrEqual(most + few)
    },
  )
})

it.each(['', 'a', rareWord(1), 'nobody has this'])(
  'a page of songs and of packs looks at each of them twice at most: "%s"',
  async (search) => {
    const generation = readable(models.generation, db)
    const read = async (at: { from: number; limit: number }) => [
      (await simfilesOn(generation, { search, orderBy: 'artist', orderDirection: 'desc' }, at)).total,
      (await packsOn(generation, { search, orderBy: 'name', orderDirection: 'asc' }, at)).total,
    ]
    const [total = 0] = await read(page('first', 0))
    for (let i = 0; i < 6; i++) await read(page('middle', total))
    const before = await rowsRead()
    await read(page('middle', total))
    expect((await rowsRead()) - before).toBeLessThanOrEqual(2 * (songs + packs) + few)
  },
)

/** Rows and entries of indexes that this connection has looked at. */
async function rowsRead(): Promise<number> {
  await reader.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await reader.pool.query<{ n: string }>(
    `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'g1')
       + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'g1') as n`,
  )
  return Number(rows[0]?.n)
}
