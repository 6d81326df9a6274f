import { noiseDeviation } from './anonymity.ts'

/** Values are clipped to this range before they are summed. A wider range adds more noise to the mean. */
export interface Measure {
  readonly from: number
  readonly to: number
}

export const measures = {
  hardEx: { from: 20, to: 100 },
  ex: { from: 40, to: 100 },
  itg: { from: 50, to: 100 },
  /** EX score including failed plays. */
  anyEx: { from: 0, to: 100 },
  meanOffset: { from: -25, to: 25 },
  absoluteOffset: { from: 0, to: 40 },
  deviation: { from: 0, to: 50 },
  change: { from: -10, to: 10 },
  lateness: { from: -25, to: 25 },
} as const satisfies Record<string, Measure>

/** Describes the error of a mean: the upper bound of the noise on its sum and its count together. */
export function errorOfMean({ from, to }: Measure, players = 'players'): string {
  return `noise: standard deviation up to ${largest((to - from) / 2)} / ${players}`
}

/** Describes the error of a percentage. */
export function errorOfShare(): string {
  return `noise: standard deviation up to ${largest(100)} / players`
}

function largest(unit: number): number {
  return Math.round(noiseDeviation * Math.SQRT2 * unit)
}
