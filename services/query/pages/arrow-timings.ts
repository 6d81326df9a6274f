import { type ArrowTiming, arrowNames } from '@stepledger/contracts/http/shapes/play.ts'
import type { PackedRows } from '@stepledger/contracts/play/columns.ts'
import { unpackArrows, unpackOffsets } from '@stepledger/contracts/play/pack-rows.ts'

/** The share of rows that must name a panel; in other clients the element means something else. */
const minShare = 0.5

/**
 * Returns the mean offset of the steps on each arrow of a single chart; null if the game did not send arrows. Clients send
 * the number of the panel, 1 to 4 from left to right; a jump is a greater number and counts for no arrow.
 */
export function arrowTimings(rows: PackedRows, stepsType: string | null): ArrowTiming[] | null {
  if (stepsType !== null && stepsType !== 'dance-single') return null
  const arrows = unpackArrows(rows)
  const offsets = unpackOffsets(rows)
  const sums = arrowNames.map((arrow) => ({ arrow, steps: 0, sum: 0, named: 0 }))
  for (const [i, arrow] of arrows.entries()) {
    const panel = typeof arrow === 'number' ? sums[arrow - 1] : undefined
    if (!panel) continue
    panel.named++
    const offset = offsets[i] ?? Number.NaN
    if (Number.isNaN(offset)) continue
    panel.steps++
    panel.sum += offset * 1000
  }
  const named = sums.reduce((total, panel) => total + panel.named, 0)
  if (named < rows.count * minShare) return null
  return sums.flatMap(({ arrow, steps, sum }) => (steps > 0 ? [{ arrow, steps, mean: sum / steps }] : []))
}
