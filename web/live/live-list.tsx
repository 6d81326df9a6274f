import type { ReactNode } from 'react'
import type { Arrivals } from './use-arrivals.ts'

interface Props<Row> {
  readonly arrivals: Arrivals<Row>
  readonly children: ReactNode
}

/** More rows than these at once come without motion: a list that is in a rush stays calm. */
const rush = 3

const count = (n: number) => (n === 1 ? '1 new score' : `${n} new scores`)

/** Around a live list: it notices the pointer, offers what is held back, and tells screen readers what came. */
export function LiveList<Row>({ arrivals, children }: Props<Row>) {
  const { waiting, fresh, release, top, area } = arrivals
  return (
    <div className={fresh.size > rush ? 'rush relative' : 'relative'} {...area}>
      <div ref={top} className="absolute top-0 h-px w-px scroll-mt-16" />
      {waiting > 0 && (
        <div className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center">
          <button
            type="button"
            className="btn btn-primary btn-sm pointer-events-auto mt-2 h-10 min-w-40 md:h-8"
            onClick={release}
          >
            <span className="fresh bg-primary-content" /> {count(waiting)}
          </button>
        </div>
      )}
      <span className="sr-only" role="status">
        {waiting > 0 ? `${count(waiting)} waiting` : fresh.size > 0 ? count(fresh.size) : ''}
      </span>
      {children}
    </div>
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
