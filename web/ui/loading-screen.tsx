import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import type { CSSProperties } from 'react'

/** Fills the window while nothing can be shown yet: receptors light left, down, up, right. */
export function LoadingScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-base-200" role="status">
      <Receptors />
      <span className="sr-only">Loading…</span>
    </div>
  )
}

/**
 * The same four receptors on a page whose parts are on their way. As high as the window: the footer must not be seen to
 * jump.
 */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh justify-center pt-[25dvh]">
      <LoadingSign />
    </div>
  )
}

/** The receptors alone. */
export function LoadingSign() {
  return (
    <div role="status">
      <Receptors />
      <span className="sr-only">Loading…</span>
    </div>
  )
}

function Receptors() {
  return (
    <svg viewBox="0 0 120 40" className="h-14" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round">
        {panelTurns.map((turn, i) => {
          const style: CSSProperties & Record<'--n', number> = { '--n': i }
          return (
            <g key={turn} transform={`translate(${18 + i * 28} 20) rotate(${turn}) scale(1.35)`}>
              <path className="receptor" d={arrowPath} style={style} />
            </g>
          )
        })}
      </g>
    </svg>
  )
}
