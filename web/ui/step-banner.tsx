import type { CSSProperties } from 'react'
import { arrowPath, panelTurns } from './arrow.ts'

interface Step {
  readonly transform: string
  readonly opacity: number
}

/** The steps that a hash spells: each digit is a row, its four bits the panels. 16 digits wide, or the first 8 where it is small. */
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
      transform: `translate(${(start + row * gap).toFixed(1)} ${14 + panel * 24}) rotate(${panelTurns[panel] ?? 0}) scale(${scale.toFixed(2)})`,
      opacity,
    }))
  })
}

/** Stands in for artwork that no pack has brought: the chart's hash read as a step chart, on a hue of its own. */
export function StepBanner({ hash, wide = false }: { hash: string; wide?: boolean }) {
  const hue = (135 + ((Number.parseInt(hash.slice(0, 4), 16) || 0) % 285)) % 360
  const style: CSSProperties & Record<'--h', number> = { '--h': hue }
  return (
    <svg viewBox="0 0 256 100" aria-hidden="true" style={style} preserveAspectRatio="xMidYMid slice">
      <g fill="currentColor">
        {stepsOf(hash, wide).map((step) => (
          <path key={step.transform} d={arrowPath} transform={step.transform} opacity={step.opacity} />
        ))}
      </g>
    </svg>
  )
}
