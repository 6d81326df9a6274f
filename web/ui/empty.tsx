import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import type { ReactNode } from 'react'

/** An empty state: four receptors over blank ledger lines, a title and at most one action. */
export function Empty({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 120 96" className="h-20" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" opacity=".6">
          {panelTurns.map((turn, i) => (
            <path
              key={turn}
              d={arrowPath}
              transform={`translate(${18 + i * 28} 20) rotate(${turn}) scale(1.35)`}
            />
          ))}
        </g>
        <path d="M6 48h108M6 64h108M6 80h108" stroke="currentColor" opacity=".22" strokeWidth="2" />
      </svg>
      <p className="text-lg font-bold">{title}</p>
      {text !== undefined && <p className="mute">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
