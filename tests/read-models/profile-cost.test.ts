import { maxPlaysAround, playsOfLatestSessions } from '@stepledger/contracts/http/play-sessions.ts'
import { maxPlaysFound } from '@stepledger/contracts/http/players.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { players } from '@stepledger/projections/players/players.ts'
import { type PlayerPlaysQuery, playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { latestSessions, sessionAround } from '@stepledger/projections/plays/play-sessions.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishModels } from '../generators/finish-models.ts'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { reportStatistics, rowsRead } from './rows-read.ts'

/** Both players have played the same charts for five years, one of them a hundred times as often. */
const busy = { id: playerNumber(1), plays: 100_000 }
const rare = { id: playerNumber(2), plays: 1_000 }
const charts = 2_000
const fiveYears = 5 * 365 * 86_400_000

/**
 * Maximum rows and index entries of a page: all played charts, or the counts of all periods, two or three times; for a
 * search also the plays that it shows.
 */
const maxRows = { list: 6_000, search: 10_000 + maxPlaysFound }

const everything: PlayerPlaysQuery = {
  search: '',
  minMeter: null,
  maxMeter: null,
  includeUnknown: true,
  orderBy: 'date',
  orderDirection: 'desc',
}
const filters: readonly [string, Partial<PlayerPlaysQuery>][] = [
  ['everything', {}],
  ['a range of meters', { minMeter: 9, maxMeter: 12, includeUnknown: false }],
  ['a meter played a few times', { minMeter: 16, includeUnknown: false }],
  ['all but unknown meters', { includeUnknown: false }],
  ['a search that finds nearly everything', { search: 'song' }],
  ['a search that finds a tenth', { search: 'm7m song' }],
  ['a search that finds what was played long ago', { search: 'old' }],
  ['a search that finds little', { search: 'zebra' }],
  ['a search that finds nothing', { search: 'nothing like it' }],
]
const orders = (['date', 'title'] as const).flatMap((orderBy) =>
  (['asc', 'desc'] as const).map((orderDirection) => ({ orderBy, orderDirection })),
)

let models: FoldedModels
let reader: Database
let db: ReadDatabase

beforeAll(async () => {
  models = await foldedModels()
  const { connectionString = '' } = models.database.pool.options
  reader = openDatabase({ url: connectionString, maxConnections: 1 })
  db = openReadModels(reader.pool)
  const { pool } = models.database
  await pool.query(
    `insert into g1.charts (hash, first_at, first_id, known_at, title, artist, stepartist, meter, title_key, search, plays)
     select lpad(to_hex(n), 16, '0'), 0, n, 0, title, 'Artist', '', meter, title, title || E'\\nartist', 0
     from generate_series(0, $1::integer - 1) n,
       lateral (select case when n = 7 then 'zebra' when n < 28 then 'old ' || n else 'm' || n % 10 || 'm song ' || n end as title,
         case when n = 7 then 18 when n % 10 > 0 then 6 + n % 9 end as meter) c`,
    [charts],
  )
  for (const { id, plays } of [busy, rare])
    await pool.query(
      `insert into g1.plays (id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, rows, radar, points, hundredths,
         grades, judgments, eligible, reasons)
       select n + $2, $1, lpad(to_hex(chart), 16, '0'), n, 1600000000000 + n * ($4::bigint / $2), 0, n, int8send(n), '1.2', 3, '{}', '{}',
         array[9000 - n * 7919 % 9001, 9100 - n * 7907 % 9001, 9200], '{A,A,A}', '{}', true, '{}'
       from generate_series(0::bigint, $2::bigint - 1) n,
         lateral (select case when n % ($2 / 20) = 0 then 7 when n < $2 / 40 then 8 + n % 20 else 28 + n * 7919 % ($3::bigint - 28) end as chart) c`,
      [id, plays, charts, fiveYears],
    )
  await models.database.transaction((tx) => finishModels(tx, 'g1', [players]))
  for (const text of vacuumReadModels('g1')) await pool.query(text)
  await reportStatistics(pool)
}, 60_000)
afterAll(async () => {
  await reader.close()
  await models.close()
})

describe.each(filters)("a page of a player's plays, with %s", (_name, filter) => {
  it.each(orders)(
    'by $orderBy, $orderDirection, reads few rows, however many plays there are',
    async (order) => {
      const query = { ...everything, ...filter, ...order }
      for (const player of [rare, busy]) {
        const { total } = await read(player, query, 0)
        // After five executions Postgres may switch to a generic plan, which is then the one in use.
        for (let i = 0; i < 6; i++) await read(player, query, 0)
        for (const from of [0, Math.floor(total / 2), Math.max(0, total - 10)]) {
          const before = await rowsRead(reader.pool)
          const page = await read(player, query, from)
          expect(page.plays).toHaveLength(Math.min(10, total))
          const rows = (await rowsRead(reader.pool)) - before
          const most = query.search === '' ? maxRows.list : maxRows.search
          expect
            .soft([player.plays, from, rows])
            .toEqual([player.plays, from, expect.toSatisfy((n: number) => n > 0 && n <= most)])
        }
      }
    },
  )
})

describe('a session', () => {
  // The busy player has played every 26 minutes for five years: one session without an end.
  const breakMs = 120 * 60_000
  it.each([
    [
      'the session around a play',
      2 * (maxPlaysAround + 1) + 2,
      (id: string, play: number) => around(id, play),
    ],
    ['the latest sessions', playsOfLatestSessions, (id: string) => latest(id)],
  ] as const)(
    '%s reads no more rows than its limit, however many plays there are',
    async (_name, most, of) => {
      for (const { id, plays } of [rare, busy]) {
        for (let i = 0; i < 6; i++) await of(id, plays + plays / 2)
        const before = await rowsRead(reader.pool)
        await of(id, plays + plays / 2)
        // A row counts as an index entry and as a row.
        expect
          .soft([plays, (await rowsRead(reader.pool)) - before])
          .toEqual([plays, expect.toSatisfy((n: number) => n > 0 && n <= 2 * most)])
      }
    },
  )

  const around = async (_player: string, play: number) => {
    const session = await sessionAround(readable(models.generation, db), play, {
      breakMs,
      maxPlays: maxPlaysAround,
    })
    expect(session?.plays.length).toBe(session?.player === busy.id ? 2 * maxPlaysAround + 1 : 1)
  }
  const latest = async (player: string) => {
    const bounds = { breakMs, sessions: 5, plays: playsOfLatestSessions }
    const sessions = await latestSessions(readable(models.generation, db), player, bounds)
    expect(sessions.length).toBe(player === busy.id ? 1 : 5)
  }
})

function read({ id }: typeof busy, query: PlayerPlaysQuery, from: number) {
  return playsOfPlayer(readable(models.generation, db), id, query, { from, limit: 10 })
}
