import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import fc from 'fast-check'
import {
  announced,
  chartsChosen,
  competition,
  exponential,
  listingChanged,
  playTakenOut,
  pointsChanged,
  stepped,
  windowChanged,
} from './competition.ts'

const now = 1_800_000_000_000
const day = 86_400_000
/** Charts of generated histories. */
export const competitionCharts = ['a', 'b', '1', '2'].map((digit) => digit.repeat(16))

/** Times before, after and exactly at which generated plays lie. */
const bounds = [
  now - 25 * day,
  now - 20 * day,
  now - 10 * day,
  now - 5 * day,
  now,
  now + 10,
  now + 20,
  now + day,
]
/** Often one of all plays, since few of the generated ones count. */
const window = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ start: now - 25 * day, end: now + day }) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...bounds), { minLength: 2, maxLength: 2 })
      .map(([a = 0, b = 0]) => ({ start: Math.min(a, b), end: Math.max(a, b) })),
  },
)
/** Some of the charts, usually including those that everybody plays. */
const chosen = fc.oneof(
  { weight: 2, arbitrary: fc.shuffledSubarray(competitionCharts, { minLength: 3 }) },
  fc.shuffledSubarray(competitionCharts),
)
const grace = fc.constantFrom(0, 5 * 86_400, 25 * 86_400, 30 * 86_400, 30 * 86_400)
const points = fc.constantFrom(exponential, stepped)
const rules = fc.record({
  attempts: fc.constantFrom('best' as const, 'best' as const, 'first' as const),
  counted: fc.constantFrom(null, null, 1, 2),
  cmod: fc.constantFrom(true, true, true, false),
})

/**
 * A competition with one round, then one with two, so that both are covered. Later changes may be invalid and then have
 * no effect.
 */
export const anyCompetition = fc
  .record({
    window,
    chosen,
    grace,
    points,
    failedPlaysCount: fc.boolean(),
    access: fc.constantFrom('everybody', 'accepted'),
    rounds: fc.constantFrom(1, 2),
    rules: fc.tuple(rules, rules),
  })
  .map(({ window: { start, end }, chosen, rounds, rules: [first, second], ...part }) =>
    competition({
      ...part,
      rounds: [
        { name: 'Round 1', start, end, charts: chosen, ...first },
        { name: 'Round 2', start: end, end: end + day, charts: chosen.slice(1), ...second },
      ].slice(0, rounds),
    }),
  )
export const competitionChange: fc.Arbitrary<CompetitionEvent> = fc.oneof(
  anyCompetition.map(announced),
  fc
    .record({ window, grace, round: fc.constantFrom(1, 2) })
    .map(({ window, grace, round }) => windowChanged({ slug: 'blue-shift', grace }, round, window)),
  fc
    .record({ chosen, round: fc.constantFrom(1, 2) })
    .map(({ chosen, round }) => chartsChosen('blue-shift', round, chosen)),
  points.map((formula) => pointsChanged('blue-shift', formula)),
  fc
    .record({ hidden: fc.boolean(), pinned: fc.boolean() })
    .map((listing) => listingChanged('blue-shift', listing)),
  {
    weight: 3,
    // Most are ids of generated plays.
    arbitrary: fc
      .record({ playId: fc.integer({ min: 1, max: 30 }), out: fc.constantFrom(true, true, true, false) })
      .map(({ playId, out }) => playTakenOut('blue-shift', playId, out)),
  },
)
