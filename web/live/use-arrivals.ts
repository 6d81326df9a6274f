import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { open, type RowKey, settle } from './arrivals.ts'

export interface Arrivals<Row> {
  readonly rows: readonly Row[]
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
  /** Lets the held rows land. */
  readonly release: () => void
  /** For a mark at the top of the list: it tells whether the list was scrolled past. */
  readonly top: RefObject<HTMLDivElement | null>
  /** For the element around the list. */
  readonly area: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
  }
}

/** A list whose new rows land by themselves, but never under a pointer or above what somebody reads. */
export function useArrivals<Row>(
  list: string,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): Arrivals<Row> {
  const [pointed, setPointed] = useState(false)
  const [past, setPast] = useState(false)
  const [shown, setShown] = useState(() => open({ list, rows, keyOf, held: false }))
  const top = useRef<HTMLDivElement>(null)

  const next = settle(shown, { list, rows, keyOf, held: pointed || past })
  if (next !== shown) setShown(next)

  useEffect(() => {
    const element = top.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last) setPast(!last.isIntersecting && last.boundingClientRect.top < 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return {
    rows: next.rows,
    fresh: next.fresh,
    waiting: next.waiting,
    release: () => {
      setShown((now) => settle(now, { list, rows, keyOf, held: false }))
      if (past) top.current?.scrollIntoView({ block: 'start' })
    },
    top,
    area: {
      onPointerEnter: (event) => setPointed(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
    },
  }
}
