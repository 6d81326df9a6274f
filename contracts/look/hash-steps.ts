import { itemAt } from '../item-at.ts'
import { panelTurns } from './arrow.ts'

/** An arrow in a 256 × 100 box. */
interface Step {
  readonly transform: string
  readonly opacity: number
}

/** Draws a hash as steps: each hex digit is a row, its four bits are the panels. 16 digits if `wide`, else 8. */
export function stepsOf(hash: string, wide: boolean): Step[] {
  const rows = [...hash.slice(0, wide ? 16 : 8)]
  const [start, gap, grow] = wide ? [13, 15.4, 0.84] : [19.5, 31, 1.2]
  return rows.flatMap((digit, row) => {
    const bits = Number.parseInt(digit, 16) || 0
    const panels = [0, 1, 2, 3].filter((panel) => (bits >> panel) & 1)
    const crowded = panels.length > 2
    const opacity = crowded ? 0.34 : row % 4 === 0 ? 1 : row % 2 === 0 ? 0.8 : 0.6
    const scale = (crowded ? 0.8 : 1.12) * grow
    return panels.map((panel) => ({
      transform: `translate(${(start + row * gap).toFixed(1)} ${14 + panel * 24}) rotate(${itemAt(panelTurns, panel)}) scale(${scale.toFixed(2)})`,
      opacity,
    }))
  })
}

/** Returns the background hue of a hash, degrees. Skips 60 to 135, which look muddy when dark. */
export function hashHue(hash: string): number {
  return (135 + ((Number.parseInt(hash.slice(0, 4), 16) || 0) % 285)) % 360
}
