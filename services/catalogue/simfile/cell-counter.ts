import { maxSongCells } from '@stepledger/contracts/packs/pack-limits.ts'
import type { ChartNotes } from './notes.ts'
import { SimfileError } from './simfile-error.ts'

/** Counts rows × panels of the charts of a file, those that are refused included. */
export interface CellCounter {
  /** Throws SimfileError when the charts before had too many. */
  check(): void
  /** Throws SimfileError when the chart has more than is left. */
  add(notes: ChartNotes): void
  count(): number
}

/** A narrow chart costs no less. */
const leastPanels = 4

export function cellCounter(): CellCounter {
  let count = 0
  const check = () => {
    if (count > maxSongCells)
      throw new SimfileError(
        'NOTES',
        `is too much: rows × panels of all charts of a song may be ${maxSongCells.toLocaleString('en')}`,
      )
  }
  return {
    check,
    add({ rows, panels }) {
      count += rows.length * Math.max(panels, leastPanels)
      check()
    },
    count: () => count,
  }
}
