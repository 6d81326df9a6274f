import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playToScoreOf } from '../../tests/generators/play-to-score.ts'
import { anyRules } from '../../tests/generators/rules.ts'
import { chartVerifier, type ScoredHead } from './chart-verifier.ts'
import type { PlayToScore } from './play-to-score.ts'
import { compileRules } from './score-play.ts'

const few = fc.integer({ min: 0, max: 3 })
const pair = fc.tuple(few, few)
const counts = fc.array(fc.record({ rows: few, holds: few, rolls: few, mines: few }), { maxLength: 3 })
const play = fc
  .record({
    offsets: fc.array(fc.constantFrom(0, 0.012, -0.03, Number.NaN), { minLength: 1, maxLength: 3 }),
    radar: fc.record({ holds: pair, mines: pair, rolls: pair }),
    passed: fc.constantFrom(true, false, null),
    rate: fc.constantFrom(1, 1.5),
    expectedRows: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ offsets, ...otherwise }) => playToScoreOf(offsets, otherwise))

describe('a play whose chart is defined later', () => {
  it('gets the same result as with a known chart, under any rules', () => {
    fc.assert(
      fc.property(anyRules, play, counts, (rules, sent, chart) => {
        const { score } = compileRules(rules)
        const known = score({ ...sent, counts: chart })
        expect(chartVerifier(rules)(headOf(sent, score(sent)), chart)).toEqual({
          hundredths: known.systems.map((system) => system.hundredths),
          reasons: known.reasons.map(({ code }) => code),
          eligible: known.eligible,
        })
      }),
    )
  })

  it('does so whatever counts of its chart were known before', () => {
    fc.assert(
      fc.property(anyRules, play, counts, counts, (rules, sent, some, more) => {
        const { score } = compileRules(rules)
        const meet = chartVerifier(rules)
        const all = [...some, ...more]
        const head = headOf(sent, score(sent))
        expect(meet({ ...head, ...meet(head, some) }, all)).toEqual(meet(head, all))
      }),
    )
  })
})

function headOf(
  { offsets, radar: { holds, mines, rolls }, passed, expectedRows }: PlayToScore,
  scored: ReturnType<ReturnType<typeof compileRules>['score']>,
): ScoredHead {
  return {
    rows: offsets.length,
    expectedRows: expectedRows ?? null,
    radar: [...holds, ...mines, ...rolls],
    passed,
    points: scored.systems.map((system) => system.points),
    hundredths: scored.systems.map((system) => system.hundredths),
    reasons: scored.reasons.map(({ code }) => code),
  }
}
