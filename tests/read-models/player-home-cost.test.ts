import { playsBetween, totalsOfPlayer } from '@stepledger/projections/activity/activity.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { bestsOfPlayer, gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { marksOn } from '@stepledger/projections/records/marks.ts'
import { placesOf } from '@stepledger/projections/records/places.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastPlayAt, writeLongHistories } from '../generators/long-histories.ts'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { reportStatistics, rowsRead } from './rows-read.ts'

/** Both have played the same charts for five years, one of them a hundred times as often. */
const busy = { player: playerNumber(1), plays: 100_000 }
const rare = { player: playerNumber(2), plays: 1_000 }
const charts = 500
const weekMs = 7 * 86_400_000
const system = 2

/** Days of the last year, as the page asks for them. */
const days = Array.from(
  { length: 372 },
  (_, i) => lastPlayAt - (lastPlayAt % 900_000) - (371 - i) * 86_400_000,
)

let models: FoldedModels
let reader: Database
let generation: GenerationDb

beforeAll(async () => {
  models = await foldedModels()
  const { connectionString = '' } = models.database.pool.options
  reader = openDatabase({ url: connectionString, maxConnections: 1 })
  generation = readable(models.generation, openReadModels(reader.pool))
  await models.database.transaction((tx) => writeLongHistories(tx, 'g1', { charts, histories: [busy, rare] }))
  for (const text of vacuumReadModels('g1')) await models.database.pool.query(text)
  await reportStatistics(models.database.pool)
}, 90_000)
afterAll(async () => {
  await reader.close()
  await models.close()
})

const bestsOf = (player: string, from = 0) =>
  bestsOfPlayer(
    generation,
    { player, system, firsts: false, grades: null, search: '', orderBy: 'date', orderDirection: 'desc' },
    { from, limit: 10 },
  )

/** Each part of a profile, and the most rows and index entries that it may read: charts, quarters of an hour, bests. */
const parts: readonly [string, number, (player: string) => Promise<unknown>][] = [
  ['the totals', 2 * charts, (player) => totalsOfPlayer(generation, player)],
  ['the days of a year', 366 * 96, (player) => playsBetween(generation, player, days)],
  ['the grades', 2 * charts, (player) => gradeCountsOf(generation, player, system)],
  [
    'a page of bests with places',
    8 * charts,
    async (player) => {
      const { bests } = await bestsOf(player, 200)
      const entries = bests.map(({ chart, key }) => ({ chart, key: key ?? 0 }))
      return placesOf(generation, { player, system, since: lastPlayAt - weekMs }, entries)
    },
  ],
  [
    'what recent plays meant',
    4 * charts,
    async (player) => {
      const { bests } = await bestsOf(player)
      return playsOnBoard(
        generation,
        { player, system },
        bests.map(({ playId }) => playId),
      )
    },
  ],
  // The plays of twelve days and a half for each number of steps.
  ['the milestones', 8 * charts + 3 * 2 * 700, (player) => milestonesOf(generation, player)],
  [
    'the marks of a list',
    charts,
    async (player) => {
      const hashes = Array.from({ length: 25 }, (_, i) => i.toString(16).padStart(16, '0'))
      return marksOn(generation, player, hashes)
    },
  ],
]

describe("a player's home", () => {
  it.each(parts)('reads for %s few rows, however many plays there are', async (_name, most, read) => {
    for (const { player, plays } of [rare, busy]) {
      // After five executions Postgres may switch to a generic plan, which is then the one in use.
      for (let i = 0; i < 6; i++) await read(player)
      const before = await rowsRead(reader.pool)
      await read(player)
      const rows = (await rowsRead(reader.pool)) - before
      expect([plays, rows]).toEqual([plays, expect.toSatisfy((n: number) => n > 0 && n <= most)])
    }
  })
})
