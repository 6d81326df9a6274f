import { type ChartListQuery, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { packsOn, simfilesOn } from '@stepledger/projections/catalogue/list-packs.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { inSnapshot } from '@stepledger/services/read-models.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chartsOfSong, madeUpSong, rareWord, songsOfPack, writeManySongs } from '../generators/many-songs.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { reportStatistics, rowsRead } from './rows-read.ts'

const packs = 160
const songs = packs * songsOfPack
const charts = songs * chartsOfSong
/** Rows and index entries of any page: its own rows, their packs and songs, and what the planner reads. */
const few = 1_000

let models: FoldedModels
let reader: Database

beforeAll(async () => {
  models = await foldedModels()
  reader = openDatabase({ url: models.database.pool.options.connectionString ?? '', maxConnections: 1 })
  await writeManySongs(models.database.pool, 'g1', packs)
  for (const text of vacuumReadModels('g1')) await models.database.pool.query(text)
  await reportStatistics(models.database.pool)
}, 120_000)
afterAll(async () => {
  await reader.close()
  await models.close()
})

const inMoment = <T>(read: (generation: GenerationDb) => Promise<T>) =>
  inSnapshot(reader, (db) => read(readable(models.generation, db)))

const searches = ['', 'a', rareWord(1), 'ナマ', 'fire a moon', 'nobody has this']

it.each(searches)('a page reads each entry of its list at most twice: "%s"', async (search) => {
  const read = (at: { from: number; limit: number }) =>
    inMoment(async (generation) => [
      (await chartsOn(generation, { ...everything, search }, at)).total,
      (await simfilesOn(generation, { search, orderBy: 'artist', orderDirection: 'desc' }, at)).total,
      (await packsOn(generation, { search, orderBy: 'name', orderDirection: 'asc' }, at)).total,
    ])
  const [total = 0] = await read({ from: 0, limit: 25 })
  // After five executions Postgres may switch to a generic plan, which is then the one in use.
  const middle = { from: Math.floor(total / 2), limit: 25 }
  for (let i = 0; i < 6; i++) await read(middle)
  const before = await rowsRead(reader.pool)
  await read(middle)
  expect((await rowsRead(reader.pool)) - before).toBeLessThanOrEqual(2 * (charts + songs + packs) + few)
})

it.each<Partial<ChartListQuery>>([
  { stepartist: 'rowan' },
  { artist: madeUpSong(songsOfPack).artist },
  { packId: 1 },
  { stepartist: 'nobody' },
])('a page of a name or a pack reads each of its charts at most three times: %j', async (filter) => {
  const read = (from: number) =>
    inMoment((generation) => chartsOn(generation, { ...everything, ...filter }, { from, limit: 25 }))
  const { total } = await read(0)
  const middle = Math.floor(total / 2)
  for (let i = 0; i < 6; i++) await read(middle)
  const before = await rowsRead(reader.pool)
  await read(middle)
  expect((await rowsRead(reader.pool)) - before).toBeLessThanOrEqual(3 * total + few)
})

it.each(['asc', 'desc'] as const)('a page deep in a list is that part of it: %s', async (orderDirection) => {
  const { rows } = await reader.pool.query<{ hash: string }>(
    `select hash from g1.charts where search like '%a%' order by coalesce(meter, -1) ${orderDirection}, hash ${orderDirection}`,
  )
  const hashes = rows.map(({ hash }) => hash)
  const { length } = hashes
  for (const from of [0, 490, 500, Math.floor(length / 2), length - 700, length - 10, length]) {
    const query = { ...everything, search: 'a', orderDirection }
    const page = { from, limit: 25 }
    const { charts, total } = await inMoment((generation) => chartsOn(generation, query, page))
    expect(charts.map(({ hash }) => hash)).toEqual(hashes.slice(from, from + 25))
    expect(total).toBe(length)
  }
})

const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  packId: undefined,
  orderBy: 'rating',
  orderDirection: 'asc',
}
