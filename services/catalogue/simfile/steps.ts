import { rowsPerBeat } from './beats.ts'
import type { JudgedRow } from './judged-rows.ts'

/** What a preview draws: the rows that a player sees, as columns of one length. */
export interface StepPreview {
  readonly panels: number
  /** When each row is due, in seconds from beat 0, to the millisecond. */
  readonly seconds: readonly number[]
  /** Where in its beat each row lies, in 48ths: 0 a 4th, 24 an 8th, 12 and 36 16ths, … */
  readonly ticks: readonly number[]
  /** `panels` characters a row: 0 nothing, 1 tap, 2 hold, 4 roll, 3 end of either, M mine, L lift, F fake. A hold that counts for nothing stays 2. */
  readonly notes: string
}

export function stepPreview(panels: number, rows: readonly JudgedRow[]): StepPreview {
  const seconds: number[] = []
  const ticks: number[] = []
  const notes: string[] = []
  /** Panels with a hold that is seen: its end is drawn, wherever it lies. */
  const held = new Set<number>()
  for (const { row, second, cells, state } of rows) {
    let seen = ''
    for (let panel = 0; panel < cells.length; panel += 1)
      seen += seenCell(cells.charAt(panel), panel, state, held)
    if (!something.test(seen)) continue
    // A hold that reaches into skipped rows ends where time stood.
    seconds.push(Math.max(Math.round(second * 1000) / 1000, seconds.at(-1) ?? 0))
    ticks.push(row % rowsPerBeat)
    notes.push(seen)
  }
  return { panels, seconds, ticks, notes: notes.join('') }
}

const something = /[^0]/

function seenCell(cell: string, panel: number, state: JudgedRow['state'], held: Set<number>): string {
  if (cell === '0') return cell
  if (cell === '3') return held.delete(panel) ? cell : '0'
  if (state === 'skipped' || cell === 'K') return '0'
  if (cell === '2' || cell === '4') held.add(panel)
  return state === 'fake' && (cell === '1' || cell === 'L') ? 'F' : cell
}
