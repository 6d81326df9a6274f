import { isStep, type JudgedRow } from './judged-rows.ts'

/**
 * CalculateRadarValues: counts played notes only; a hold counts when its head is played. `jumps`: rows with at least two
 * arrows; `hands`: with at least three arrows and active holds; `fakes`: fake notes, and all notes that are not judged.
 */
export function countNotes(rows: readonly JudgedRow[]) {
  const counts = { rows: 0, holds: 0, rolls: 0, mines: 0 }
  const radar = { jumps: 0, hands: 0, lifts: 0, fakes: 0 }
  /** Per panel: whether a hold is active. */
  const held: boolean[] = []
  for (const { cells, state } of rows) {
    let notes = 0
    let steps = 0
    let running = 0
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (held[panel]) running += 1
      if (cell === '0') continue
      if (cell !== 'K') held[panel] = false
      if (cell === '3') continue
      notes += 1
      if (cell === 'F' || state !== 'played') radar.fakes += 1
      if (state !== 'played') continue
      if (isStep(cell)) steps += 1
      if (cell === '2') counts.holds += 1
      if (cell === '4') counts.rolls += 1
      if (cell === 'M') counts.mines += 1
      if (cell === 'L') radar.lifts += 1
      if (cell === '2' || cell === '4') held[panel] = true
    }
    if (steps > 0) counts.rows += 1
    if (steps > 1) radar.jumps += 1
    if (notes > 0 && state === 'played' && steps + running > 2) radar.hands += 1
  }
  return { counts, radar }
}

/** End of the last step or hold. `row`: its position. */
export function lastNote(rows: readonly JudgedRow[]): { row: number; second: number } {
  const end = { row: 0, second: 0 }
  const held = new Set<number>()
  for (const { row, second, cells, state } of rows) {
    let lasts = false
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (cell === '3') lasts = held.delete(panel) || lasts
      if (state !== 'played' || !isStep(cell)) continue
      lasts = true
      if (cell === '2' || cell === '4') held.add(panel)
    }
    if (lasts) Object.assign(end, { row, second })
  }
  return end
}
