import type { ReactNode } from 'react'
import type { Arrivals } from './use-arrivals.ts'

interface Props<Row> {
  readonly arrivals: Arrivals<Row>
  /**
   * `WaitingScores` stands in the head of the panel, which notices the pointer: it must not let go on the way to the
   * button.
   */
  readonly buttonElsewhere?: boolean
  readonly children: ReactNode
}

/** More rows than these at once come without motion: a list that is in a rush stays calm. */
const rush = 3

const count = (n: number) => (n === 1 ? '1 new score' : `${n} new scores`)

/** Around a live list: it notices the pointer, offers what is held back, and tells screen readers what came. */
export function LiveList<Row>({ arrivals, buttonElsewhere = false, children }: Props<Row>) {
  const { waiting, fresh, top, area } = arrivals
  return (
    <div className={fresh.size > rush ? 'rush relative' : 'relative'} {...(buttonElsewhere ? {} : area)}>
      <div ref={top} className="absolute top-0 h-px w-px scroll-mt-16" />
      {!buttonElsewhere && (
        <div className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center [&>button]:pointer-events-auto [&>button]:mt-2 [&>button]:min-w-40">
          <WaitingScores arrivals={arrivals} />
        </div>
      )}
      <span className="sr-only" role="status">
        {waiting > 0 ? `${count(waiting)} waiting` : fresh.size > 0 ? count(fresh.size) : ''}
      </span>
      {children}
    </div>
  )
}

/**
 * The button that lets land what is held back; nothing while nothing is. On a narrow panel it shows the number alone.
 */
export function WaitingScores<Row>({ arrivals: { waiting, release } }: { arrivals: Arrivals<Row> }) {
  if (waiting === 0) return null
  return (
    <button
      type="button"
      className="btn btn-primary btn-sm h-10 md:h-8"
      aria-label={count(waiting)}
      onClick={release}
    >
      <span className="fresh bg-primary-content" />
      <span className="@max-[28rem]/panel:hidden">{count(waiting)}</span>
      <span className="hidden @max-[28rem]/panel:inline">{waiting}</span>
    </button>
  )
}

/** The diamond on what came last. */
export function FreshMark({ fresh }: { fresh: boolean }) {
  if (!fresh) return null
  return (
    <>
      <span className="fresh" />
      <span className="sr-only">New</span>
    </>
  )
}
