import type { NoteRow } from './notes.ts'
import { SimfileError } from './simfile-error.ts'
import { isInside } from './spans.ts'
import { type ChartTiming, latestBefore, secondAt } from './timeline.ts'

/** A row with its time, and whether it is played. */
export interface JudgedRow extends NoteRow {
  /** From beat 0. */
  readonly second: number
  /** `fake`: visible, not judged. `skipped`: never visible, as it is in a warp or in time that has passed. */
  readonly state: 'played' | 'fake' | 'skipped'
}

/** Tolerance for sums of floats, seconds. */
const tolerance = 1e-6

/** @throws SimfileError when the BPMs, stops and delays give a row no finite time. */
export function judgeRows(rows: readonly NoteRow[], { timeline, warps, fakes }: ChartTiming): JudgedRow[] {
  return rows.map((row) => {
    const second = secondAt(timeline, row.beat)
    if (!Number.isFinite(second)) throw new SimfileError('BPMS', `gives beat ${row.beat} no finite time`)
    const isSkipped = isInside(warps, row.row) || second < latestBefore(timeline, row.beat) - tolerance
    const state = isSkipped ? 'skipped' : isInside(fakes, row.row) ? 'fake' : 'played'
    return { row: row.row, beat: row.beat, cells: row.cells, second, state }
  })
}

const step = /[124L]/

export function hasStep(cells: string): boolean {
  return step.test(cells)
}

/** Whether the cell is a tap, the head of a hold or roll, or a lift. */
export function isStep(cell: string): boolean {
  return cell === '1' || cell === '2' || cell === '4' || cell === 'L'
}
