import { CallFailure } from './error-banner.tsx'

interface Props {
  readonly error: Error | null
  /** The fallback error message. */
  readonly sentence: string
  readonly onRetry: () => unknown
  readonly rows?: number
}

/** The rows of a panel whose read has not succeeded yet: a skeleton, or the error. */
export function UnloadedRows({ error, sentence, onRetry, rows = 3 }: Props) {
  if (!error) return <SkeletonRows rows={rows} shape="board" />
  return <CallFailure className="m-4" error={error} sentence={sentence} onRetry={onRetry} />
}

const widths = ['62%', '44%', '70%', '52%', '58%', '48%'] as const

interface SkeletonRowsProps {
  readonly rows: number
  /**
   * `play`: with a banner, 50 px high. `card`: the same for phones, 72 px. `board`: an avatar and a name, 36 px. `chart`: a
   * badge and a title, 56 px.
   */
  readonly shape?: 'play' | 'card' | 'board' | 'chart'
}

const heights = { play: 'h-[3.125rem]', card: 'h-18', board: 'h-9', chart: 'h-14' } as const

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
