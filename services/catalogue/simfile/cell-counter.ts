import { maxSongCells } from '@stepledger/contracts/packs/pack-limits.ts'
import type { ChartNotes } from './notes.ts'
import { SimfileError } from './simfile-error.ts'

export interface CellCounter {
  /** Throws SimfileError when the previous charts exceeded the limit. */
  check(): void
  /** Throws SimfileError when the chart exceeds the limit. */
  add(notes: ChartNotes): void
  count(): number
}

/** Narrow charts count as this many panels. */
const minPanels = 4

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
      count += rows.length * Math.max(panels, minPanels)
      check()
    },
    count: () => count,
  }
}
