import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { type Rules, rules, type ScoringSystem } from '@stepledger/contracts/rules/rules.ts'
import fc from 'fast-check'

const weight = fc.integer({ min: -4000, max: 4000 }).map((thousandths) => thousandths / 1000)
const seconds = fc.oneof(
  fc.constantFrom(0.01, 0.015, 0.023, 0.0445, 0.1035, 0.1365, 0.1815),
  fc.double({ min: 1e-6, max: 1, noNaN: true }),
)
const fallingWeights = (count: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4000 }),
      fc.array(weight, { minLength: count - 1, maxLength: count - 1 }),
    )
    .map(([top, others]) => [top / 1000, ...others.map((w) => Math.min(w, top / 1000)).sort((a, b) => b - a)])

const system = (id: number): fc.Arbitrary<ScoringSystem> =>
  fc
    .uniqueArray(seconds, { minLength: 1, maxLength: 8 })
    .chain((edges) =>
      fc.record({
        edges: fc.constant(edges.sort((a, b) => a - b)),
        weights: fallingWeights(edges.length),
        miss: weight,
        held: weight,
        letGo: weight,
        mineHit: weight,
        arithmetic: fc.constantFrom('double' as const, 'engine' as const),
      }),
    )
    .map(({ edges, weights, miss, held, letGo, mineHit, arithmetic }) => ({
      id,
      name: `System ${id}`,
      windows: edges.map((edge, i) => ({
        judgment: `Judgment ${i}`,
        seconds: edge,
        weight: weights[i] ?? 0,
      })),
      miss: Math.min(0, miss, weights.at(-1) ?? 0),
      held: Math.abs(held),
      letGo: Math.min(letGo, Math.abs(held)),
      mineHit: -Math.abs(mineHit),
      arithmetic,
      grades: [],
    }))

/**
 * Arbitrary valid rules, including the first ones; grades and eligibility are always those of the first rules. Others have
 * no milestones.
 */
export const anyRules: fc.Arbitrary<Rules> = fc.oneof(
  fc.constant(firstRules),
  fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => system(i + 1))))
    .map((systems) =>
      rules.parse({ ...firstRules, title: 'Any', systems, gradesFrom: 'System 1', milestones: [] }),
    ),
)
