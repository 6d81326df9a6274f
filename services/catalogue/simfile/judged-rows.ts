import type { NoteRow } from './notes.ts'
import { type ChartTiming, secondAt } from './timeline.ts'
import { isFakeAtRow, isWarpAtRow } from './timing-data.ts'

/** A row with its time, and whether it is played. */
export interface JudgedRow extends NoteRow {
  /** From beat 0. */
  readonly second: number
  /** IsJudgableAtRow: `played`. `fake`: visible, not judged. `skipped`: never visible, as it is in a warp. */
  readonly state: 'played' | 'fake' | 'skipped'
}

export function judgeRows(rows: readonly NoteRow[], { timeline, timing }: ChartTiming): JudgedRow[] {
  return rows.map(({ row, cells }) => ({
    row,
    cells,
    second: secondAt(timeline, row),
    state: isWarpAtRow(timing, row) ? 'skipped' : isFakeAtRow(timing, row) ? 'fake' : 'played',
  }))
}

const step = /[124L]/

export function hasStep(cells: string): boolean {
  return step.test(cells)
}

/** Whether the cell is a tap, the head of a hold or roll, or a lift. */
export function isStep(cell: string): boolean {
  return cell === '1' || cell === '2' || cell === '4' || cell === 'L'
}
