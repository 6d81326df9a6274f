import { bestPlaysOfMonth, metersPlayed, monthsOfPlayer } from '@stepledger/projections/players/progress.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { numberedEvents, start } from './numbered-events.ts'

const ada = playerNumber(1)
const ben = playerNumber(2)
const day = 86_400_000
/** EX. */
const system = 2

const { play, withdrawal } = numberedEvents()
let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

const monthOf = (ms: number) => new Date(start + ms).toISOString().slice(0, 7)

describe('the progress of a player', () => {
  it('is by month: plays, passes, best and median of what counts, the mean error of all hit steps', async () => {
    // Given three plays in a month, one of them failed, and two plays 60 days later, one of them withdrawn
    await models.fold([
      play(ada, 1, 0.03, 0),
      play(ada, 1, 0.001, 1_000),
      play(ada, 2, 0.02, 2_000, { passed: false }),
      play(ada, 1, 0, 60 * day),
      play(ada, 3, 0.04, 60 * day + 1),
      play(ben, 1, 0.06, 60 * day + 2),
      withdrawal(5, ada, 61 * day),
    ])
    // When the months are read
    const months = await monthsOfPlayer(models.generation, ada, system, {})
    // Then they equal what the plays say
    const { rows } = await models.database.pool.query<{
      id: number
      hundredths: number[]
      statistics: number[]
    }>(`select id, hundredths, statistics from ${models.generation.schema}.plays order by id`)
    const ex = rows.map(({ hundredths }) => hundredths[1] ?? 0)
    const errors = rows.map(({ statistics }) => statistics[0] ?? 0)
    expect(months).toMatchObject([
      {
        month: monthOf(0),
        plays: 3,
        passed: 2,
        best: ex[1],
        median: Math.min(ex[0] ?? 0, ex[1] ?? 0),
      },
      { month: monthOf(60 * day), plays: 1, passed: 1, best: ex[3], median: ex[3] },
    ])
    const [first, second] = months
    expect(first?.meanAbsoluteError).toBeCloseTo(
      ((errors[0] ?? 0) + (errors[1] ?? 0) + (errors[2] ?? 0)) / 3,
      5,
    )
    expect(second?.meanAbsoluteError).toBeCloseTo(errors[3] ?? 0, 5)
  })

  it('is carried by the best plays of a month', async () => {
    const best = await bestPlaysOfMonth(models.generation, ada, system, { month: monthOf(0), limit: 10 })
    expect(best.map(({ playId }) => playId)).toEqual([2, 1])
  })

  it('is of the charts with some meters alone, when asked so', async () => {
    const all = await monthsOfPlayer(models.generation, ada, system, {})
    expect(await metersPlayed(models.generation, ada)).toEqual({ min: 10, max: 10 })
    expect(await monthsOfPlayer(models.generation, ada, system, { minMeter: 10, maxMeter: 10 })).toEqual(all)
    expect(await monthsOfPlayer(models.generation, ada, system, { minMeter: 11 })).toEqual([])
  })
})
