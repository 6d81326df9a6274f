import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describePoints,
  type PointsFormula,
  pointsAt,
  pointsFormula,
  rankWithMorePoints,
} from './points-formula.ts'

const plain: PointsFormula = {
  maxPoints: 10_000,
  minPoints: 1,
  pieces: [{ form: 'exponential', rate: 0.08, upTo: null }],
}
const stepped: PointsFormula = {
  ...plain,
  pieces: [
    { form: 'exponential', rate: 0.06, upTo: 10 },
    { form: 'exponential', rate: 0.055, upTo: 30 },
    { form: 'hyperbolic', rate: 0.02, upTo: null },
  ],
}

const anyFormula: fc.Arbitrary<PointsFormula> = fc
  .record({
    points: fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000)),
    pieces: fc.array(
      fc.record({
        form: fc.constantFrom('exponential' as const, 'hyperbolic' as const),
        rate: fc.oneof(
          fc.double({ min: 0, max: 0.2, noNaN: true }),
          fc.double({ min: 0, max: 10, noNaN: true }),
        ),
        length: fc.integer({ min: 1, max: 50 }),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ points: [maxPoints, least], pieces }) => {
    let upTo = 1
    return {
      maxPoints,
      minPoints: Math.min(least, maxPoints),
      pieces: pieces.map(({ form, rate, length }, i) => {
        upTo += length
        return { form, rate, upTo: i === pieces.length - 1 ? null : upTo }
      }),
    }
  })

describe('points by rank', () => {
  it('decrease exponentially with one exponential piece', () => {
    for (let rank = 1; rank <= 500; rank++)
      expect(pointsAt(plain, rank)).toBe(Math.max(1, Math.round(10_000 * Math.exp(-0.08 * (rank - 1)))))
    expect([1, 2, 3, 11].map((rank) => pointsAt(plain, rank))).toEqual([10_000, 9_231, 8_521, 4_493])
  })

  it('continue each piece from the value at the end of the previous one', () => {
    const tenth = 10_000 * Math.exp(-0.06 * 9)
    const thirtieth = tenth * Math.exp(-0.055 * 20)
    const exact = (rank: number) => {
      if (rank <= 10) return 10_000 * Math.exp(-0.06 * (rank - 1))
      if (rank <= 30) return tenth * Math.exp(-0.055 * (rank - 10))
      return thirtieth / (1 + 0.02 * (rank - 30))
    }
    for (let rank = 1; rank <= 2_000; rank++)
      expect(pointsAt(stepped, rank)).toBe(Math.max(1, Math.round(exact(rank))))
  })

  it('are integers that start at maxPoints, never increase and never fall below minPoints', () => {
    fc.assert(
      fc.property(anyFormula, (formula) => {
        expect(pointsFormula.parse(formula)).toEqual(formula)
        expect(pointsAt(formula, 1)).toBe(formula.maxPoints)
        let before = formula.maxPoints
        for (let rank = 2; rank <= 600; rank++) {
          const points = pointsAt(formula, rank)
          if (points > before || points < formula.minPoints || !Number.isInteger(points))
            expect.fail(`rank ${rank} has ${points} points, the one before it ${before}`)
          before = points
        }
      }),
    )
  })
})

describe('a points formula', () => {
  const errorOf = (formula: unknown) => {
    const issue = pointsFormula.safeParse(formula).error?.issues[0]
    return issue && `${issue.path.join('.')}: ${issue.message}`
  }
  const last = { form: 'exponential', rate: 0.1, upTo: null }

  it('must not increase with the rank', () => {
    expect(errorOf({ ...plain, pieces: [{ ...last, rate: -0.01 }] })).toMatch(/^pieces\.0\.rate: /)
    expect(errorOf({ ...plain, minPoints: 10_001 })).toBe('minPoints: must not be above maxPoints')
  })

  it('needs ascending ends for all pieces except the last', () => {
    expect(errorOf({ ...plain, pieces: [last, last] })).toMatch(/^pieces: every piece but the last/)
    expect(errorOf({ ...plain, pieces: [{ ...last, upTo: 9 }] })).toMatch(/^pieces: every piece but the last/)
    const pieces = [{ ...last, upTo: 9 }, { ...last, upTo: 9 }, last]
    expect(errorOf({ ...plain, pieces })).toBe('pieces: must be in the order of their ranks')
  })

  it('is described in one sentence', () => {
    expect(describePoints(plain)).toBe(
      '10,000 points for the first place on a chart, 7.7% less for each place below, never less than 1.',
    )
    expect(describePoints(stepped)).toContain('down to place 10, ')
  })
})

describe('the next rank that gives more points', () => {
  it.each([
    [1, null],
    [2, 1],
    [31, 30],
    // From rank 112 on everybody has one point.
    [142, 111],
  ])('from rank %i', (rank, better) => {
    expect(rankWithMorePoints(plain, rank)).toBe(better)
  })

  it('is the nearest one, for any formula', () => {
    fc.assert(
      fc.property(anyFormula, fc.integer({ min: 1, max: 400 }), (formula, rank) => {
        const own = pointsAt(formula, rank)
        const better = Array.from({ length: rank - 1 }, (_, i) => rank - 1 - i)
        expect(rankWithMorePoints(formula, rank)).toBe(
          better.find((other) => pointsAt(formula, other) > own) ?? null,
        )
      }),
    )
  })
})
