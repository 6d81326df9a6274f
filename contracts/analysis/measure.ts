import { noiseDeviation } from './anonymity.ts'

/** The range that a value is cut to before it is summed up. The wider it is, the larger the noise on its mean. */
export interface Measure {
  readonly from: number
  readonly to: number
}

export const measures = {
  hardEx: { from: 20, to: 100 },
  ex: { from: 40, to: 100 },
  itg: { from: 50, to: 100 },
  /** EX score of plays that were failed, too. */
  anyEx: { from: 0, to: 100 },
  meanOffset: { from: -25, to: 25 },
  absoluteOffset: { from: 0, to: 40 },
  deviation: { from: 0, to: 50 },
  change: { from: -10, to: 10 },
  lateness: { from: -25, to: 25 },
} as const satisfies Record<string, Measure>

/**
 * What the noise makes of a mean over `players`, in words: that of its sum and that of its count together, at their
 * largest.
 */
export function errorOfMean({ from, to }: Measure, players = 'players'): string {
  return `noise: standard deviation up to ${largest((to - from) / 2)} / ${players}`
}

/** The same for a percentage, which is a sum of parts of 1. */
export function errorOfShare(players = 'players'): string {
  return `noise: standard deviation up to ${largest(100)} / ${players}`
}

function largest(unit: number): number {
  return Math.round(noiseDeviation * Math.SQRT2 * unit)
}
