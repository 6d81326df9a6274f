import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { open, type RowKey, settle } from './arrivals.ts'

export interface Arrivals<Row> {
  readonly rows: readonly Row[]
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
  readonly release: () => void
  /** The top of the list is scrolled out of the window. */
  readonly scrolled: boolean
  /** For an element at the top of the list, which detects that the list is scrolled. */
  readonly top: RefObject<HTMLDivElement | null>
  /** Props of the panel around the list. */
  readonly area: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
  }
}

/** A list that shows new rows by itself, except while the pointer is over it or it is scrolled. */
export function useArrivals<Row>(
  list: string,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): Arrivals<Row> {
  const [isHovered, setHovered] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const [shown, setShown] = useState(() => open({ list, rows, keyOf, held: false }))
  const top = useRef<HTMLDivElement>(null)

  const next = settle(shown, { list, rows, keyOf, held: isHovered || isScrolled })
  if (next !== shown) setShown(next)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another list, `top` may be another element.
  useEffect(() => {
    const element = top.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last) setScrolled(!last.isIntersecting && last.boundingClientRect.top < 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  return {
    rows: next.rows,
    fresh: next.fresh,
    waiting: next.waiting,
    scrolled: isScrolled,
    release: () => {
      setShown((now) => settle(now, { list, rows, keyOf, held: false }))
      if (isScrolled) top.current?.scrollIntoView({ block: 'start' })
    },
    top,
    area: {
      onPointerEnter: (event) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
    },
  }
}
