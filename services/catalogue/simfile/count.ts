import { isStep, type JudgedRow } from './judged-rows.ts'

export interface ChartCounts {
  /** With a tap, the head of a hold or roll, or a lift: each is judged once, whatever the number of arrows. */
  readonly rows: number
  readonly holds: number
  readonly rolls: number
  readonly mines: number
  /** Rows of two arrows or more. */
  readonly jumps: number
  /** Rows that take three feet: arrows and holds that still run are three or more. */
  readonly hands: number
  readonly lifts: number
  /** Notes that look like others and count for nothing. */
  readonly fakes: number
}

/** Only what is played counts; a hold does where its head is played. */
export function countNotes(rows: readonly JudgedRow[]): ChartCounts {
  const counts = { rows: 0, holds: 0, rolls: 0, mines: 0, jumps: 0, hands: 0, lifts: 0, fakes: 0 }
  /** By panel: whether a hold runs there. */
  const held: boolean[] = []
  for (const { cells, state } of rows) {
    let steps = 0
    let running = 0
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (held[panel]) running += 1
      if (cell === '0') continue
      if (cell === '3') held[panel] = false
      if (state === 'fake' ? isStep(cell) || cell === 'F' : state === 'played' && cell === 'F')
        counts.fakes += 1
      if (state !== 'played') continue
      if (isStep(cell)) steps += 1
      if (cell === '2') counts.holds += 1
      if (cell === '4') counts.rolls += 1
      if (cell === 'M') counts.mines += 1
      if (cell === 'L') counts.lifts += 1
      if (cell === '2' || cell === '4') held[panel] = true
    }
    if (steps > 0) counts.rows += 1
    if (steps > 1) counts.jumps += 1
    if (steps > 0 && steps + running > 2) counts.hands += 1
  }
  return counts
}
