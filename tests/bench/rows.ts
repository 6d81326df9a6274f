import { type Spread, spreadOf } from './figures.ts'
import type { Rounds } from './rounds.ts'

export type Unit = 'events/s' | 'requests/s' | 'plays/s' | 'charts/s' | 'ms' | 'µs' | 'kB' | 'MB' | 'shift'

/** The aim. `of`: our value, ours divided by the floor, or ours minus the floor. */
export interface Aim {
  readonly of?: 'ours' | 'ratio' | 'above floor'
  readonly least?: number
  readonly most?: number
  /** The condition under which it applies, in a few words. */
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

/** One row of the table. `ratio`: ours / floor, per round. A rate below 1 and a time above 1 are overhead. */
export interface Row extends RowText {
  readonly ours: Spread
  readonly floor: Spread | null
  readonly ratio: Spread | null
}

/** A row from samples; `figure` reads its value from a sample. */
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
