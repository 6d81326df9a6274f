import { isStep, type JudgedRow } from './judged-rows.ts'

export interface NoteCounts {
  /** Rows with a tap, the head of a hold or roll, or a lift; each is judged once, regardless of its arrows. */
  readonly rows: number
  readonly holds: number
  readonly rolls: number
  readonly mines: number
  /** Rows with at least two arrows. */
  readonly jumps: number
  /** Rows with at least three arrows and active holds. */
  readonly hands: number
  readonly lifts: number
  /** Visible notes that are not judged. */
  readonly fakes: number
}

/** Counts played notes only; a hold counts when its head is played. */
export function countNotes(rows: readonly JudgedRow[]): NoteCounts {
  const counts = { rows: 0, holds: 0, rolls: 0, mines: 0, jumps: 0, hands: 0, lifts: 0, fakes: 0 }
  /** Per panel: whether a hold is active. */
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
