import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import type { CSSProperties } from 'react'

/** Fills the window while nothing can be rendered: receptors light up left, down, up, right. */
export function LoadingScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-base-200" role="status">
      <Receptors />
      <span className="sr-only">Loading…</span>
    </div>
  )
}

/** The loading indicator of a page. As high as the window, so that the footer does not jump. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh justify-center pt-[25dvh]">
      <LoadingSign />
    </div>
  )
}

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
