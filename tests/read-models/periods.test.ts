import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { fold } from '@stepledger/projections/fold/fold.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { batchesOf, recordedIn } from '../generators/recorded.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const ada = playerNumber(1)
const ben = playerNumber(2)
const at = 1_800_000_000_000
const period = Math.floor(at / 2 ** 30)
const batchOf = batchesOf(firstRules)

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

it('counts a new play under a meter whose last other play a concurrent batch of another partition moves away', async () => {
  // Given Ada's play of a chart of meter 10,
  const known = play({ playId: 2, player: ada, chart: 'a', meter: 10, at })
  await models.fold([known])

  // when Ben's earlier play says that the chart's meter is 11 while Ada plays another chart of meter 10,
  let hers: Promise<void> | undefined
  await models.database.transaction(async (tx) => {
    const earlier = play({ playId: 1, player: ben, chart: 'a', meter: 11, at: at - 1 })
    await fold(
      { ...models.generation, tx, recordedAt: recordedIn([]) },
      batchOf([{ partition: 1, offset: 0, event: earlier }]),
    )
    hers = models.fold([play({ playId: 3, player: ada, chart: 'b', meter: 10, at })])
    await vi.waitUntil(waitsForALock, { timeout: 10_000 })
  })
  await hers

  // then each of the three plays is counted once, under the meter of its chart.
  const { rows } = await models.database.pool.query('select * from g1.player_periods order by player, meter')
  expect(rows).toEqual([
    { player: ada, period, meter: 10, plays: 1 },
    { player: ada, period, meter: 11, plays: 1 },
    { player: ben, period, meter: 11, plays: 1 },
  ])
})

function play(of: { playId: number; player: string; chart: string; meter: number; at: number }): AnyEvent {
  return smallPlay({ ...of, chart: of.chart.repeat(16), offset: 0 })
}

async function waitsForALock(): Promise<boolean> {
  const { rowCount } = await models.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rowCount !== 0
}
