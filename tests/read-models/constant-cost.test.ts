import { bestsAmong, ownBests } from '@stepledger/projections/boards/reads.ts'
import { headToHead, recordsAgainst } from '@stepledger/projections/boards/rivals-on-boards.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const hot = 'aaaaaaaaaaaaaaaa'
const small = '000000000000000f'
const players = 5000
/** Has played both charts. */
const player = playerNumber(0xf - 1)
const maxBlocks = 12

let models: FoldedModels
let pool: pg.Pool
let db: ReadDatabase
const generation = () => readable(models.generation, db)
beforeAll(async () => {
  models = await foldedModels()
  const { connectionString } = models.database.pool.options
  pool = new pg.Pool({ connectionString, max: 1 })
  db = openReadModels(pool)
  // One chart that everybody played, among many with few plays.
  const ids = Array.from({ length: players }, (_, i) => playerNumber(i))
  await pool.query(
    `insert into g1.best (chart, system, player, key, play_id, played_at, grade)
     select chart, system, player, nth * 1000, nth, 0, 'A'
     from unnest($1::uuid[]) with ordinality p(player, nth), unnest(array[4, 2, 3]) system,
       lateral (select $2 as chart union all select lpad(to_hex(nth % 500), 16, '0')) c`,
    [ids, hot],
  )
  // The statistics include blocks that autovacuum reads.
  await pool.query('alter table g1.best set (autovacuum_enabled = off)')
  await pool.query('vacuum analyze g1.best')
})
afterAll(async () => {
  await pool.end()
  await models.close()
})

it.each([
  ['the own bests', (chart: string) => ownBests(generation(), player, [chart], [4, 2, 3])],
  ['the bests of a few', (chart: string) => bestsAmong(generation(), chart, [player])],
])('%s: a chart of 5,000 players reads as few blocks as one of ten', async (_name, read) => {
  // After five executions Postgres may switch to a generic plan, which is then the one in use.
  for (let i = 0; i < 8; i++) await read(small)
  for (const chart of [small, hot]) {
    const before = await blocksRead()
    expect(await read(chart)).toHaveLength(3)
    expect([chart, (await blocksRead()) - before]).toEqual([
      chart,
      expect.toSatisfy((n: number) => n > 0 && n <= maxBlocks),
    ])
  }
})

it('two players of a chart of 5,000 are compared by reading their own bests', async () => {
  const other = playerNumber(0xf - 1 + 500)
  const page = { orderBy: 'gap', orderDirection: 'asc', from: 0, limit: 25, closest: 5 } as const
  const read = async () => ({
    compared: await headToHead(generation(), { player, other, system: 4, ...page }),
    records: await recordsAgainst(generation(), player, [other], 4),
  })
  for (let i = 0; i < 8; i++) await read()
  const before = await blocksRead()
  const { compared, records } = await read()
  expect([compared.charts.length, compared.closest.length, records]).toEqual([
    2,
    2,
    [{ ahead: 0, level: 2, behind: 0 }],
  ])
  expect((await blocksRead()) - before).toSatisfy((n: number) => n > 0 && n <= 4 * maxBlocks)
})

/** Blocks of the boards and their indexes that this connection has read. */
async function blocksRead(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ blocks: string }>(
    `select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as blocks
     from pg_statio_user_tables where schemaname = 'g1' and relname = 'best'`,
  )
  return Number(rows[0]?.blocks)
}
