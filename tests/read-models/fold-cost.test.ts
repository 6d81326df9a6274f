import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

it("a new play reads only its player's best and goals on the chart, never along the board or the player's charts, even with a plan from when the board was empty", async () => {
  const plays = Array.from({ length: 100 }, (_, i) =>
    smallPlay({
      playId: i + 1,
      player: playerNumber(i % 40),
      chart: 'aaaaaaaaaaaaaaaa',
      offset: (i % 7) / 100,
      at: i,
    }),
  )
  // After five executions Postgres may switch to a generic plan.
  for (let from = 0; from < plays.length; from += 10) await models.fold(plays.slice(from, from + 10))
  expect(await entriesRead('best_pkey')).toBeGreaterThan(0)
  // The first place of each system, once a batch.
  expect(await entriesRead('best_ranked')).toBeLessThanOrEqual(3 * 10)
  expect(await entriesRead('goals_reached_pkey')).toBeGreaterThan(0)
  expect(await entriesRead('goals_of_player')).toBe(0)
})

/** Index entries read. Sequential calls use the same connection, which reports its statistics on request. */
async function entriesRead(index: string): Promise<number> {
  const { pool } = models.database
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ idx_tup_read: number }>(
    `select idx_tup_read from pg_stat_user_indexes where schemaname = 'g1' and indexrelname = $1`,
    [index],
  )
  return Number(rows[0]?.idx_tup_read)
}
