import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import type { ReactNode } from 'react'
import { errorText } from '../api/call-error.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Look {
  readonly onRetry?: () => unknown
  readonly className?: string
}

interface Props extends Look {
  readonly text: string
  /** The reason, when the text alone does not give one. */
  readonly detail?: string
}

export function ErrorBanner({ text, detail, onRetry, className = '' }: Props) {
  return (
    <div className={`err ${className}`} role="alert">
      <Icon name="warn" />
      <div className="min-w-0">
        <p>{text}</p>
        {detail !== undefined && <p className="mute text-xs">{detail}</p>}
      </div>
      {onRetry && (
        <Button size="small" className="ml-auto" onClick={() => void onRetry()}>
          Retry
        </Button>
      )}
    </div>
  )
}

interface CallProps extends Look {
  readonly error: unknown
  /** The fallback error message. */
  readonly sentence: string
}

/** Why a call failed; renders nothing while it has not. */
export function CallFailure({ error, sentence, ...look }: CallProps) {
  return error ? <ErrorBanner {...errorText(error, sentence)} {...look} /> : null
}

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

interface UnloadedRowsProps {
  readonly error: Error | null
  readonly sentence: string
  readonly onRetry: () => unknown
  readonly rows?: number
}

/** The rows of a panel whose read has not succeeded yet: a skeleton, or the error. */
export function UnloadedRows({ error, sentence, onRetry, rows = 3 }: UnloadedRowsProps) {
  if (!error) return <SkeletonRows rows={rows} shape="board" />
  return <CallFailure className="m-4" error={error} sentence={sentence} onRetry={onRetry} />
}

const widths = ['62%', '44%', '70%', '52%', '58%', '48%'] as const

interface SkeletonRowsProps {
  readonly rows: number
  /**
   * `play`: with a banner, 50 px high. `card`: the same for phones, 72 px. `board`: an avatar and a name, 36 px, on
   * phones 40. `chart`: a badge and a title, 56 px.
   */
  readonly shape?: 'play' | 'card' | 'board' | 'chart'
}

const heights = { play: 'h-[3.125rem]', card: 'h-18', board: 'h-10 md:h-9', chart: 'h-14' } as const

export function SkeletonRows({ rows, shape = 'play' }: SkeletonRowsProps) {
  const banner = shape === 'play' || shape === 'card'
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, i) => i).map((i) => (
        <div
          key={i}
          className={`flex items-center gap-3 border-b border-line px-4 last:border-0 ${heights[shape]}`}
        >
          <div className={`skeleton shrink-0 ${banner ? 'aspect-[2.56] w-20' : 'size-[1.375rem]'}`} />
          <div className="flex-1">
            <div className="skeleton h-3" style={{ width: widths[i % widths.length] }} />
            {banner && <div className="skeleton mt-1.5 h-2.5 w-1/4" />}
          </div>
          {banner && <div className="skeleton size-6 shrink-0" />}
          <div className="skeleton h-3 w-14 shrink-0" />
        </div>
      ))}
    </div>
  )
}
