import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playToScoreOf } from '../../tests/generators/play-to-score.ts'
import { anyRules } from '../../tests/generators/rules.ts'
import { shownHundredths } from './compiled-system.ts'
import { explainPlay } from './explain.ts'
import type { PlayToScore } from './play-to-score.ts'
import { compileRules, type ScoredPlay } from './score-play.ts'

const edges = firstRules.systems.flatMap((s) => s.windows.map((w) => w.seconds))
const offset = fc.oneof(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, ...edges, ...edges.map((edge) => -edge)),
  fc.constantFrom(...edges).map((edge) => edge * (1 + Number.EPSILON)),
  fc.double({ min: -0.25, max: 0.25, noNaN: true }),
)
const count = fc.integer({ min: 0, max: 40 })
const pair = fc.tuple(count, count)
const points = fc.array(fc.tuple(fc.integer({ min: -2, max: 30 }), fc.constantFrom(-0.1, 0, 0.2, 1)))
const chart = fc.record({ rows: count, holds: count, rolls: count, mines: count })

const anyPlay: fc.Arbitrary<PlayToScore> = fc
  .record({
    offsets: fc.array(offset, { minLength: 1, maxLength: 30 }),
    radar: fc.record({ holds: pair, mines: pair, rolls: pair }),
    passed: fc.constantFrom(true, false, null),
    counts: fc.option(fc.array(chart, { maxLength: 3 })),
    points,
  })
  .map(({ offsets, points, ...otherwise }) =>
    playToScoreOf(offsets, {
      ...otherwise,
      lifebar: () => ({
        x: Float64Array.from(points, ([x]) => x),
        y: Float64Array.from(points, ([, y]) => y),
      }),
    }),
  )

const hundredths = (scored: ScoredPlay) => scored.systems.map((s) => s.hundredths)

function expectNoneLower(rules: Rules, worse: PlayToScore, better: PlayToScore): void {
  const { score } = compileRules(rules)
  const before = hundredths(score(worse))
  const after = hundredths(score(better))
  for (const [i, value] of after.entries()) expect(value).toBeGreaterThanOrEqual(before[i] ?? 0)
}

/** The engine's MakePercentScore in hundredths, with an array of floats for its variables. */
function percentOfTheGame(actual: number, possible: number): number {
  if (actual === possible) return 10_000
  const [percent, boost, tenth] = [0, 1, 2]
  const floats = Float32Array.of(0, 0.000001, 0.1)
  const at = (i: number) => floats[i] ?? Number.NaN
  floats[percent] = actual / possible
  floats[percent] = Math.max(0, at(percent)) + at(boost)
  floats[tenth] = at(tenth) ** 4
  floats[percent] = at(percent) / at(tenth)
  return Math.trunc(at(percent))
}

describe('under any rules, any play', () => {
  it('scores from 0 to 100 %, every row judged once in each system (invariant 10)', () => {
    fc.assert(
      fc.property(anyRules, anyPlay, (rules, play) => {
        for (const system of compileRules(rules).score(play).systems) {
          expect(Number.isInteger(system.hundredths)).toBe(true)
          expect(system.hundredths).toBeGreaterThanOrEqual(0)
          expect(system.hundredths).toBeLessThanOrEqual(10_000)
          expect(system.judgments.reduce((sum, j) => sum + j.value, 0)).toBe(play.offsets.length)
        }
      }),
    )
  })

  it('has each row judged by the tightest window that takes it', () => {
    fc.assert(
      fc.property(anyRules, anyPlay, (rules, play) => {
        const listed = compileRules(rules)
          .score(play)
          .systems.map((s) => s.judgments.map((j) => j.value))
        const plainly = rules.systems.map(({ windows }) => {
          const values = new Array(windows.length + 1).fill(0)
          for (const offset of play.offsets) {
            const window = windows.findIndex((w) => Math.abs(offset) <= w.seconds)
            values[window === -1 ? windows.length : window]++
          }
          return values
        })
        expect(listed).toEqual(plainly)
      }),
    )
  })

  it('scores no less for a step nearer to its moment (invariant 11)', () => {
    const atRow = fc.nat()
    const nearer = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(anyRules, anyPlay, atRow, nearer, (rules, play, at, share) => {
        const row = at % play.offsets.length
        const size = Math.min(Math.abs(play.offsets[row] ?? 0), 1)
        const offsets = play.offsets.with(row, Number.isNaN(size) ? share : size * share)
        expectNoneLower(rules, play, { ...play, offsets })
      }),
      { numRuns: 1000 },
    )
  })

  it('scores no less for one more hold held, roll hit or mine dodged (invariant 11)', () => {
    fc.assert(
      fc.property(anyRules, anyPlay, fc.constantFrom('holds', 'rolls', 'mines'), (rules, play, what) => {
        const [actual, possible] = play.radar[what]
        expectNoneLower(rules, play, { ...play, radar: { ...play.radar, [what]: [actual + 1, possible] } })
      }),
    )
  })

  it('scores the same whether it claims all holds, rolls and dodged mines or more than exist (invariant 12)', () => {
    const more = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(anyRules, anyPlay, more, (rules, play, more) => {
        const { score } = compileRules(rules)
        const { holds, rolls, mines } = play.radar
        const claiming = (more: number) => ({
          ...play,
          radar: {
            holds: [holds[1] + more, holds[1]] as const,
            rolls: [rolls[1] + more, rolls[1]] as const,
            mines: [mines[1] + more, mines[1]] as const,
          },
        })
        expect(score(claiming(more))).toEqual(score(claiming(0)))
      }),
    )
  })

  it('is explained by sums that give its score', () => {
    fc.assert(
      fc.property(anyRules, anyPlay, (rules, play) => {
        const scored = compileRules(rules).score(play)
        const explained = explainPlay(rules, play)
        expect(explained.reasons).toEqual(scored.reasons)
        expect(explained.systems.map((s) => [s.hundredths, s.grade])).toEqual(
          scored.systems.map((s) => [s.hundredths, s.grade]),
        )
        for (const { earned, sum, possible, maximum } of explained.systems) {
          expect(earned.reduce((total, line) => total + line.points, 0)).toBeCloseTo(sum, 6)
          expect(possible.reduce((total, line) => total + line.points, 0)).toBeCloseTo(maximum, 6)
        }
      }),
    )
  })
})

describe('under the first rules', () => {
  it('any passed play has the percent that a plain reading of the rules gives', () => {
    const passed = anyPlay.map((play) => ({ ...play, passed: true }))
    const { score } = compileRules(firstRules)
    fc.assert(
      fc.property(passed, (play) => {
        const { holds, rolls, mines } = play.radar
        const held = Math.min(...holds) + Math.min(...rolls)
        const minesHit = mines[1] - Math.min(...mines)
        const plainly = firstRules.systems.map((system) => {
          let sum = held * system.held + minesHit * system.mineHit
          for (const offset of play.offsets) {
            const window = system.windows.find((w) => Math.abs(offset) <= w.seconds)
            sum += window ? window.weight : system.miss
          }
          const top = system.windows[0]?.weight ?? 0
          const max = play.offsets.length * top + (holds[1] + rolls[1]) * system.held
          const shown =
            system.arithmetic === 'engine' ? percentOfTheGame(sum, max) : Math.floor((sum / max) * 10_000)
          return Math.min(10_000, Math.max(0, shown))
        })
        expect(hundredths(score(play))).toEqual(plainly)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the percent of the engine', () => {
  it('rises with the points, is 100 only for all of them, and differs from the exact one by at most 0.01', () => {
    for (let possible = 5; possible <= 2500; possible += 5) {
      let before = 0
      for (let earned = -12; earned <= possible; earned++) {
        const shown = shownHundredths('engine', earned, possible)
        const exact = shownHundredths('double', earned, possible)
        if (
          shown < before ||
          shown < exact ||
          shown > exact + 1 ||
          (shown === 10_000) !== (earned === possible)
        )
          throw new Error(`${earned} of ${possible}: ${shown}, after ${before}, exactly ${exact}`)
        before = shown
      }
    }
  })
})
