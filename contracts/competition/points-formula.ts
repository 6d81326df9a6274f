import { z } from 'zod'

/**
 * One piece of a points formula. It applies from the end of the previous piece to rank `upTo` (inclusive; null: no end)
 * and continues from the value there. With `d` ranks since then, exponential is value × e^(−rate × d) and hyperbolic is
 * value ÷ (1 + rate × d).
 */
const piece = z.strictObject({
  form: z.enum(['exponential', 'hyperbolic']),
  rate: z.number().min(0).max(10),
  upTo: z.int().min(2).max(1_000_000).nullable(),
})

/**
 * Points by rank on a chart: `maxPoints` for the first rank, at least `minPoints` for all. Only the result is rounded.
 * Points never increase with the rank, because no rate is negative.
 */
export const pointsFormula = z
  .strictObject({
    maxPoints: z.int().min(1).max(1_000_000),
    minPoints: z.int().min(0).max(1_000_000),
    pieces: z.array(piece).min(1).max(10),
  })
  .refine((f) => f.minPoints <= f.maxPoints, {
    path: ['minPoints'],
    message: 'must not be above maxPoints',
  })
  .refine((f) => f.pieces.every(({ upTo }, i) => (upTo === null) === (i === f.pieces.length - 1)), {
    path: ['pieces'],
    message: 'every piece but the last must say up to which rank it holds, and the last must not',
  })
  .refine((f) => f.pieces.every(({ upTo }, i) => upTo === null || upTo > (f.pieces[i - 1]?.upTo ?? 1)), {
    path: ['pieces'],
    message: 'must be in the order of their ranks',
  })
export type PointsFormula = z.infer<typeof pointsFormula>

/** Ranks start at 1. */
export function pointsAt({ maxPoints, minPoints, pieces }: PointsFormula, rank: number): number {
  let value = maxPoints
  let from = 1
  for (const { form, rate, upTo } of pieces) {
    const distance = Math.min(rank, upTo ?? rank) - from
    value = form === 'exponential' ? value * Math.exp(-rate * distance) : value / (1 + rate * distance)
    if (upTo === null || rank <= upTo) break
    from = upTo
  }
  return Math.max(minPoints, Math.round(value))
}

/** The nearest better rank that gives more points; null if none does. `rank`: from 1. */
export function rankWithMorePoints(formula: PointsFormula, rank: number): number | null {
  const own = pointsAt(formula, rank)
  if (pointsAt(formula, 1) <= own) return null
  // Points never rise with the rank, so the ranks that give more are 1 to `last`.
  let last = 1
  for (let end = rank; end - last > 1; ) {
    const middle = Math.floor((last + end) / 2)
    if (pointsAt(formula, middle) > own) last = middle
    else end = middle
  }
  return last
}

/** Describes the formula in one sentence, for players. */
export function describePoints({ maxPoints, minPoints, pieces }: PointsFormula): string {
  const falls = pieces.map(({ form, rate, upTo }, i) => {
    const percent = `${Number((100 * (form === 'exponential' ? 1 - Math.exp(-rate) : rate)).toFixed(1))}%`
    const what =
      form === 'exponential'
        ? `${percent} less for each place below`
        : `the points of place ${pieces[i - 1]?.upTo ?? 1} divided by 1 plus ${percent} for each place below`
    return upTo === null ? (i === 0 ? what : `then ${what}`) : `${what} down to place ${upTo}`
  })
  const least = minPoints > 0 ? `, never less than ${minPoints.toLocaleString('en')}` : ''
  return `${maxPoints.toLocaleString('en')} points for the first place on a chart, ${falls.join(', ')}${least}.`
}
