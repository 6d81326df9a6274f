import { countImprovements } from '@stepledger/projections/boards/improvements.ts'
import {
  lastSession,
  latestSessions,
  meanAbsoluteError,
  sessionAround,
} from '@stepledger/projections/plays/play-sessions.ts'
import { rivalsPassed } from '@stepledger/projections/records/plays-on-board.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const [ann, bob, nobody] = [playerNumber(1), playerNumber(2), playerNumber(3)]
const [here, there] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']
const minute = 60_000
const bounds = { breakMs: 120 * minute, maxPlays: 100 }
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
    const cut = await lastSession(models.generation, ann, { ...bounds, maxPlays: 2 })
    expect(cut).toMatchObject({ plays: [{ id: 6 }, { id: 5 }], whole: false })
    expect(await lastSession(models.generation, nobody, bounds)).toBeNull()
  })

  it('counts plays that beat the previous best, on each board; a first play does not', async () => {
    const { plays } = (await lastSession(models.generation, ann, bounds)) ?? { plays: [] }
    const of = { ids: plays.map(({ id }) => id), charts: plays.map(({ chart }) => chart) }
    const better = await countImprovements(models.generation, ann, of)
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

describe('the session around a play', () => {
  let models: FoldedModels
  const later = tonight + 10 * 24 * 60 * minute
  const play = (playId: number, playedAt: number, more: Partial<Parameters<typeof smallPlay>[0]> = {}) =>
    smallPlay({ playId, player: ann, chart: here, at: playedAt, playedAt, offset: 0.03, ...more })
  const idsOf = async (playId: number, changed: Partial<typeof bounds> = {}) => {
    const session = await sessionAround(models.generation, playId, { ...bounds, ...changed })
    return session && { ...session, plays: session.plays.map(({ id }) => id) }
  }
  beforeAll(async () => {
    models = await foldedModels()
    await models.fold([
      play(1, yesterday),
      play(2, tonight),
      play(3, tonight + 100 * minute),
      play(4, tonight + 101 * minute, { player: bob }),
      play(5, tonight + 230 * minute),
      play(6, tonight + 300 * minute),
    ])
  })
  afterAll(() => models.close())

  it('is the same from each of its plays, with the neighbouring sessions', async () => {
    const evening = { player: ann, plays: [3, 2], previous: 1, next: 5, whole: true }
    expect([await idsOf(2), await idsOf(3)]).toEqual([evening, evening])
    expect(await idsOf(1)).toMatchObject({ plays: [1], previous: null, next: 2 })
    expect(await idsOf(6)).toMatchObject({ plays: [6, 5], previous: 3, next: null })
    expect(await idsOf(99)).toBeNull()
  })

  it('has a limit of plays before and after', async () => {
    const long = { ...bounds, breakMs: 200 * minute }
    expect(await idsOf(5, long)).toMatchObject({ plays: [6, 5, 3, 2], whole: true })
    const one = { ...long, maxPlays: 1 }
    expect(await idsOf(5, one)).toMatchObject({ plays: [6, 5, 3], previous: 2, next: null, whole: false })
    expect(await idsOf(2, one)).toMatchObject({ plays: [3, 2], previous: 1, next: 5, whole: false })
    expect(await idsOf(2, { ...bounds, maxPlays: 1 })).toMatchObject({ plays: [3, 2], next: 5, whole: true })
  })

  it('takes in a late play, and nothing else moves', async () => {
    const others = [await idsOf(1), await idsOf(6)]

    await models.fold([play(7, tonight + 50 * minute, { at: later })])

    const evening = { player: ann, plays: [3, 7, 2], previous: 1, next: 5, whole: true }
    expect([await idsOf(2), await idsOf(3), await idsOf(7)]).toEqual([evening, evening, evening])
    expect([await idsOf(1), await idsOf(6)]).toEqual(others)
  })

  it('keeps its address when that play is withdrawn', async () => {
    await models.fold([
      {
        id: 'gone-7',
        type: 'PlayWithdrawn',
        v: 1,
        at: later + 1,
        key: ann,
        data: { playId: 7, by: 'player', reason: null },
      },
    ])
    expect(await idsOf(7)).toMatchObject({ plays: [3, 2], previous: 1, next: 5 })
  })

  it('is in the list of the latest sessions, which has no part of one', async () => {
    const list = async (limits: { sessions: number; plays: number }) =>
      (await latestSessions(models.generation, ann, { breakMs: bounds.breakMs, ...limits })).map((session) =>
        session.map(({ id }) => id),
      )
    expect(await list({ sessions: 5, plays: 100 })).toEqual([[6, 5], [3, 2], [1]])
    expect(await list({ sessions: 2, plays: 100 })).toEqual([
      [6, 5],
      [3, 2],
    ])
    expect(await list({ sessions: 5, plays: 3 })).toEqual([[6, 5]])
    expect(await latestSessions(models.generation, nobody, { ...bounds, sessions: 5, plays: 9 })).toEqual([])
  })
})

describe('the rivals passed by plays', () => {
  it('are those who were ahead when the play was received, whenever others play', async () => {
    const models = await foldedModels()
    const system = models.generation.rules.systems[0]?.id ?? 0
    const play = (playId: number, player: string, at: number, offset: number, chart = here) =>
      smallPlay({ playId, player, chart, at, offset })
    const plays = [3, 5, 6].map((id) => ({ id, chart: here, at: tonight + id }))
    const passed = async (ids: typeof plays) =>
      (await rivalsPassed(models.generation, { player: ann, system }, ids)).map(({ playId, rival }) => [
        playId,
        rival,
      ])
    await models.fold([
      { id: 'r', type: 'RivalAdded', v: 1, at: yesterday, key: ann, data: { rivalId: bob } },
      play(1, bob, tonight + 1, 0.012),
      play(2, nobody, tonight + 2, 0.012),
      // Behind bob, ahead of him, and once more ahead.
      play(3, ann, tonight + 3, 0.05),
      play(5, ann, tonight + 5, 0.005),
      play(6, ann, tonight + 6, 0),
    ])
    expect(await passed(plays)).toEqual([[5, bob]])

    // Bob's later play, better than all, and a play of another chart change nothing.
    await models.fold([play(8, bob, tonight + 8, 0), play(9, bob, tonight + 9, 0, there)])
    expect(await passed(plays)).toEqual([[5, bob]])
    expect(await passed([])).toEqual([])
    await models.close()
  })
})
