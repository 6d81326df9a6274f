import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { rowsPerBeat } from './beats.ts'
import type { JudgedRow } from './judged-rows.ts'

export function stepPreview(panels: number, rows: readonly JudgedRow[]): StepPreview {
  const seconds: number[] = []
  const ticks: number[] = []
  const notes: string[] = []
  /** Panels with a visible hold, whose end is always drawn. */
  const held = new Set<number>()
  for (const { row, second, cells, state } of rows) {
    let seen = ''
    for (let panel = 0; panel < cells.length; panel += 1)
      seen += seenCell(cells.charAt(panel), panel, state, held)
    if (!something.test(seen)) continue
    seconds.push(Math.round(second * 1000) / 1000)
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
