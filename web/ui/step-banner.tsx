import { arrowPath } from '@stepledger/contracts/look/arrow.ts'
import { hashHue, stepsOf } from '@stepledger/contracts/look/hash-steps.ts'
import type { CSSProperties } from 'react'

/** The fallback banner: the chart's hash drawn as a step chart, in its own hue. */
export function StepBanner({ hash, wide = false }: { hash: string; wide?: boolean }) {
  const style: CSSProperties & Record<'--h', number> = { '--h': hashHue(hash) }
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
