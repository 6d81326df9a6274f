import { fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HourPlay, keyOf, publishable } from './classes.ts'

const play = (player: string, other: Partial<HourPlay> = {}): HourPlay => ({
  player,
  chart: '00000000000000aa',
  stepsType: 'dance-single',
  meter: 12,
  passed: true,
  ranked: true,
  rate: 1,
  hardEx: 91,
  ex: 95,
  itg: 97,
  ...other,
})
const players = (count: number) => Array.from({ length: count }, (_, i) => `player ${i}`)

/** An hour of few players, charts and scores, so that many plays look alike. */
const hour = fc.array(
  fc.record({
    player: fc.constantFrom(...players(8)),
    chart: fc.constantFrom('00000000000000aa', '00000000000000bb'),
    stepsType: fc.constant('dance-single'),
    meter: fc.constantFrom(12, null),
    passed: fc.constantFrom(true, false, null),
    ranked: fc.boolean(),
    rate: fc.constantFrom(1, 1.05, null),
    hardEx: fc.constantFrom(90, 91),
    ex: fc.integer({ min: 94, max: 96 }),
    itg: fc.constant(97),
  }),
  { maxLength: 120 },
)

/** Whether a row may stand for a play, as far as it tells. */
const looksLike = (row: ReturnType<typeof publishable>['published'][number], of: HourPlay) => {
  const { player, ...exact } = of
  const { plays, ...looks } = row
  if (looks.chart !== null) return keyOf(looks) === keyOf(exact)
  return (
    keyOf(looks) ===
    keyOf({
      ...exact,
      chart: null,
      rate: null,
      hardEx: null,
      itg: null,
      ex: Math.floor((of.ex ?? 0) / 5) * 5,
    })
  )
}

describe('what is published of the plays of an hour', () => {
  it('is published exactly when enough players have the like, less exactly else, at last not at all', () => {
    const alike = players(5).map((player) => play(player))
    const scattered = players(5).map((player, i) =>
      play(player, { chart: `00000000000000b${i}`, hardEx: 80 + i }),
    )
    const alone = play('player 0', { meter: 3 })
    expect(publishable([...alike, ...scattered, alone])).toEqual({
      published: [
        { ...looks(play('')), plays: 5 },
        { ...looks(play('')), chart: null, rate: null, hardEx: null, itg: null, ex: 95, plays: 5 },
      ],
      leftOut: 1,
    })
  })

  it('counts one who played ten times as one', () => {
    const often = Array.from({ length: 10 }, () => play('player 0'))
    const others = ['player 1', 'player 2', 'player 3'].map((player) => play(player))
    expect(publishable([...often, ...others])).toEqual({ published: [], leftOut: 13 })
    const enough = publishable([...often, ...others, play('player 4')])
    expect(enough).toEqual({ published: [{ ...looks(play('')), plays: 5 }], leftOut: 9 })
  })

  it('stands on enough players in every row, whatever was played: each has no more of it than the others together leave room for', () => {
    fc.assert(
      fc.property(hour, (plays) => {
        const { published, leftOut } = publishable(plays)
        expect(published.reduce((sum, row) => sum + row.plays, leftOut)).toBe(plays.length)
        expect(new Set(published.map(keyOf)).size).toBe(published.length)
        for (const row of published) {
          const counts = new Map<string, number>()
          for (const one of plays)
            if (looksLike(row, one)) counts.set(one.player, (counts.get(one.player) ?? 0) + 1)
          const sorted = [...counts.values()].sort((a, b) => b - a)
          // Layers of one play each, all of at least `fewestPlayers` players, can hold no more than this.
          const layers = sorted[fewestPlayers - 1] ?? 0
          const room = sorted.reduce((sum, count) => sum + Math.min(count, layers), 0)
          expect(row.plays).toBeGreaterThanOrEqual(fewestPlayers)
          expect(row.plays).toBeLessThanOrEqual(room)
        }
      }),
    )
  })

  it('says nothing of a player, nor anything that it was not given to tell', () => {
    fc.assert(
      fc.property(hour, (plays) => {
        for (const row of publishable(plays).published)
          expect(Object.keys(row).sort()).toEqual([...Object.keys(looks(play(''))), 'plays'].sort())
      }),
      { numRuns: 20 },
    )
  })
})

function looks({ player, ...rest }: HourPlay): Omit<HourPlay, 'player'> {
  return rest
}
