import { improvementsAmong } from '@stepledger/projections/boards/improvements.ts'
import { lastSession, meanAbsoluteError } from '@stepledger/projections/plays/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const [ann, bob, nobody] = [playerNumber(1), playerNumber(2), playerNumber(3)]
const [here, there] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']
const minute = 60_000
const bounds = { breakMs: 120 * minute, most: 100 }
const yesterday = 1_800_000_000_000
const tonight = yesterday + 24 * 60 * minute

describe('the session of a player', () => {
  let models: FoldedModels
  beforeAll(async () => {
    models = await foldedModels()
    /** Minutes since the start, and the offset of the steps, s. */
    const play = (playId: number, player: string, chart: string, at: number, offset: number) =>
      smallPlay({ playId, player, chart, at, offset })
    await models.fold([
      play(1, ann, here, yesterday, 0.03),
      play(2, ann, here, tonight, 0.02),
      play(3, ann, there, tonight + 100 * minute, 0.2),
      play(4, bob, here, tonight + 101 * minute, 0),
      play(5, ann, here, tonight + 110 * minute, 0.04),
      play(6, ann, here, tonight + 230 * minute, 0.012),
    ])
  })
  afterAll(() => models.close())

  it('is the last plays without a long break in between', async () => {
    const session = await lastSession(models.generation, ann, bounds)
    expect(session).toMatchObject({ plays: [{ id: 6 }, { id: 5 }, { id: 3 }, { id: 2 }], whole: true })
    const strict = await lastSession(models.generation, ann, { ...bounds, breakMs: 119 * minute })
    expect(strict).toMatchObject({ plays: [{ id: 6 }], whole: true })
    const cut = await lastSession(models.generation, ann, { ...bounds, most: 2 })
    expect(cut).toMatchObject({ plays: [{ id: 6 }, { id: 5 }], whole: false })
    expect(await lastSession(models.generation, nobody, bounds)).toBeNull()
  })

  it('counts plays that beat the previous best, on each board; a first play does not', async () => {
    const { plays } = (await lastSession(models.generation, ann, bounds)) ?? { plays: [] }
    const of = { ids: plays.map(({ id }) => id), charts: plays.map(({ chart }) => chart) }
    const better = await improvementsAmong(models.generation, ann, of)
    // 20 and 12 ms are in the same window on HardEX and ITG, and in two on EX.
    expect(better).toEqual(
      new Map([
        [4, 1],
        [2, 2],
        [3, 1],
      ]),
    )
  })

  it('has the mean offset of the steps, without misses', async () => {
    const { plays } = (await lastSession(models.generation, ann, bounds)) ?? { plays: [] }
    // Steps at x, 0 and x / 2; the one at 200 ms is a miss.
    const sums = [12 + 6, 40 + 20, 100, 20 + 10]
    const mean = sums.reduce((sum, each) => sum + each, 0) / (3 + 3 + 2 + 3)
    expect(meanAbsoluteError(models.generation, plays)).toBeCloseTo(mean, 3)
    expect(meanAbsoluteError(models.generation, [])).toBeNull()
  })
})
