import {
  type ChartListQuery,
  chartListQueryOf,
  chartsOn,
} from '@stepledger/projections/catalogue/list-charts.ts'
import { chartsList } from '@stepledger/projections/catalogue/list-index/charts-list.ts'
import { songsList } from '@stepledger/projections/catalogue/list-index/songs-list.ts'
import { packsOn } from '@stepledger/projections/catalogue/list-packs.ts'
import {
  type SimfileListQuery,
  simfileListQueryOf,
  simfilesOn,
} from '@stepledger/projections/catalogue/list-simfiles.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { vacuumReadModels } from '@stepledger/projections/read-models.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { inSnapshot, openReadModels } from '@stepledger/services/platform/database/read-models.ts'
import { type CachedList, cachedList } from '@stepledger/services/query/lists/cached-list.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chartsOfSong, rareWord, songsOfPack, writeManySongs } from '../generators/many-songs.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { reportStatistics, rowsRead } from './rows-read.ts'

const packs = 160
const songs = packs * songsOfPack
const charts = songs * chartsOfSong
/** Rows and index entries of any page: its own rows, their packs and songs, and what the planner reads. */
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
  await reportStatistics(models.database.pool)
}, 120_000)
afterAll(async () => {
  await reader.close()
  await models.close()
})

const page = (place: 'first' | 'middle' | 'last', total: number) => ({
  from: { first: 0, middle: Math.floor(total / 2), last: Math.max(0, total - 25) }[place],
  limit: 25,
})

/** Loading a list takes long on a busy machine. */
const soon = { timeout: 20_000 }

const everywhere = ['first', 'middle', 'last'] as const
const searches = ['', 'a', rareWord(1), 'ナマ', 'fire a moon', 'nobody has this']

describe('a list in memory', () => {
  let kept: { charts: CachedList<string>; songs: CachedList<number> }
  beforeAll(() => {
    const options = { database: reader, log: console, maxBytes: 1e8 }
    kept = { charts: cachedList(chartsList, options), songs: cachedList(songsList, options) }
  })
  afterAll(() => Promise.all([kept.charts.close(), kept.songs.close()]))

  const inMoment = <T>(read: (at: GenerationDb) => Promise<T>) =>
    inSnapshot(reader, (its) => read(readable(models.generation, its)))
  const chartsAt = (query: ChartListQuery, at: { from: number; limit: number }) =>
    inMoment(async (generation) => {
      const asked = chartListQueryOf(query, at)
      const found = asked && (await kept.charts.find(generation, asked))
      return found && chartsOn(generation, query, at, found)
    })
  const songsAt = (query: SimfileListQuery, at: { from: number; limit: number }) =>
    inMoment(async (generation) => {
      const asked = simfileListQueryOf(query, at)
      const found = asked && (await kept.songs.find(generation, asked))
      return found && simfilesOn(generation, query, at, found)
    })

  it.each(searches)('a page reads only its own rows, wherever it is: "%s"', async (search) => {
    const ofCharts = { ...everything, search }
    const ofSongs = { search, orderBy: 'artist', orderDirection: 'desc' } as const
    const start = page('first', 0)
    await vi.waitFor(async () => {
      expect(await chartsAt(ofCharts, start)).not.toBeNull()
      expect(await songsAt(ofSongs, start)).not.toBeNull()
    }, soon)
    const total = (await chartsAt(ofCharts, start))?.total ?? 0
    const totalOfSongs = (await songsAt(ofSongs, start))?.total ?? 0
    for (const place of everywhere) {
      const at = page(place, total)
      expect(await chartsAt(ofCharts, at)).toEqual(
        await chartsOn(readable(models.generation, db), ofCharts, at, null),
      )
    }
    const read = async () => {
      for (const place of everywhere) {
        for (const filter of [{}, { difficulty: 'Hard' as const }])
          await chartsAt({ ...ofCharts, ...filter }, page(place, total))
        await songsAt(ofSongs, page(place, totalOfSongs))
      }
    }
    for (let i = 0; i < 6; i++) await read()
    const before = await rowsRead(reader.pool)
    await read()
    expect((await rowsRead(reader.pool)) - before).toBeLessThanOrEqual(9 * few)
  })
})

it.each(searches)('a page from Postgres reads each entry of its list at most twice: "%s"', async (search) => {
  const generation = readable(models.generation, db)
  const read = async (at: { from: number; limit: number }) => [
    (await chartsOn(generation, { ...everything, search }, at, null)).total,
    (await simfilesOn(generation, { search, orderBy: 'artist', orderDirection: 'desc' }, at, null)).total,
    (await packsOn(generation, { search, orderBy: 'name', orderDirection: 'asc' }, at)).total,
  ]
  const [total = 0] = await read(page('first', 0))
  // After five executions Postgres may switch to a generic plan, which is then the one in use.
  for (let i = 0; i < 6; i++) await read(page('middle', total))
  const before = await rowsRead(reader.pool)
  await read(page('middle', total))
  expect((await rowsRead(reader.pool)) - before).toBeLessThanOrEqual(2 * (charts + songs + packs) + few)
})

const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  packId: undefined,
  orderBy: 'rating',
  orderDirection: 'asc',
}
