import { type Spread, spreadOf } from './figures.ts'
import type { Rounds } from './rounds.ts'

export type Unit = 'events/s' | 'requests/s' | 'plays/s' | 'charts/s' | 'ms' | 'µs' | 'kB' | 'MB' | 'shift'

/** What is aimed at. `of`: our figure, ours over the floor, or ours less the floor. */
export interface Aim {
  readonly of?: 'ours' | 'ratio' | 'above floor'
  readonly least?: number
  readonly most?: number
  /** Under what it is meant, in a few words. */
  readonly when?: string
}

export interface RowText {
  readonly path: string
  readonly what: string
  readonly unit: Unit
  /** What the floor is, in a few words. */
  readonly floorIs?: string
  readonly aim?: Aim
}

/**
 * One line of the table. `ratio`: ours over floor, round by round: below 1 for a rate is a cost, above 1 for a time as
 * well.
 */
export interface Row extends RowText {
  readonly ours: Spread
  readonly floor: Spread | null
  readonly ratio: Spread | null
}

/** A line from samples: `figure` picks its figure out of one. */
export function rowOf<Sample>(
  text: RowText,
  rounds: Rounds<Sample>,
  figure: (sample: Sample) => number,
): Row {
  const ours = rounds.ours.map(figure)
  const floor = rounds.floor.map(figure)
  const ratios = floor.map((its, round) => (ours[round] ?? Number.NaN) / its)
  const hasFloor = floor.length > 0
  return {
    ...text,
    ours: spreadOf(ours),
    floor: hasFloor ? spreadOf(floor) : null,
    ratio: hasFloor ? spreadOf(ratios) : null,
  }
}
