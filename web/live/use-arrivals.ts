import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { open, type RowKey, settle } from './arrivals.ts'

export interface Arrivals<Row> {
  readonly rows: readonly Row[]
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
  /** Lets the held rows land. */
  readonly release: () => void
  /** For the element around the list: its top tells whether it was scrolled past. */
  readonly area: {
    readonly ref: RefObject<HTMLDivElement | null>
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
  const ref = useRef<HTMLDivElement>(null)

  const next = settle(shown, { list, rows, keyOf, held: pointed || past })
  if (next !== shown) setShown(next)

  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new IntersectionObserver(
      ([entry]) => setPast((entry?.boundingClientRect.top ?? 0) < 0),
      {
        threshold: [0, 0.05, 0.1, 0.25, 0.5, 0.75, 1],
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return {
    rows: next.rows,
    fresh: next.fresh,
    waiting: next.waiting,
    release: () => {
      setShown((now) => settle(now, { list, rows, keyOf, held: false }))
      if (past) ref.current?.scrollIntoView({ block: 'start' })
    },
    area: {
      ref,
      onPointerEnter: (event) => setPointed(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
    },
  }
}
