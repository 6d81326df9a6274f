import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/count-text.ts'
import type { Arrivals } from './use-arrivals.ts'

interface Props<Row> {
  readonly arrivals: Arrivals<Row>
  readonly children: ReactNode
}

/** Above this many rows at once, arrivals are not animated. */
const rush = 3

const newScores = (count: number) => counted(count, 'new score')

/**
 * Wraps a live list and announces arrivals. While the list is scrolled, the button for held-back rows sticks to the top of
 * the window; else it is in the panel's head (`HeldScores`).
 */
export function LiveList<Row>({ arrivals, children }: Props<Row>) {
  const { waiting, fresh, top, scrolled } = arrivals
  return (
    <div className={fresh.size > rush ? 'rush relative' : 'relative'}>
      <div ref={top} className="absolute top-0 h-px w-px scroll-mt-16" />
      {scrolled && (
        <div className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center [&>button]:pointer-events-auto [&>button]:mt-2 [&>button]:min-w-40">
          <WaitingScores arrivals={arrivals} />
        </div>
      )}
      <span className="sr-only" role="status">
        {waiting > 0 ? `${newScores(waiting)} waiting` : fresh.size > 0 ? newScores(fresh.size) : ''}
      </span>
      {children}
    </div>
  )
}

/**
 * The button in the panel's head. The panel takes `arrivals.area`, so that updates stay paused on the way to the button.
 */
export function HeldScores<Row>({ arrivals }: { arrivals: Arrivals<Row> }) {
  return arrivals.scrolled ? null : <WaitingScores arrivals={arrivals} />
}

function WaitingScores<Row>({ arrivals: { waiting, release } }: { arrivals: Arrivals<Row> }) {
  if (waiting === 0) return null
  return (
    <Button size="small" variant="primary" aria-label={newScores(waiting)} onClick={release}>
      <span className="fresh bg-primary-content" />
      <span className="@max-[28rem]/panel:hidden">{newScores(waiting)}</span>
      <span className="hidden @max-[28rem]/panel:inline">{waiting}</span>
    </Button>
  )
}

export function FreshMark({ fresh }: { fresh: boolean }) {
  if (!fresh) return null
  return (
    <>
      <span className="fresh" />
      <span className="sr-only">New</span>
    </>
  )
}
