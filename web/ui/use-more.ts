import { type RefObject, useEffect, useState } from 'react'

/** At which ends of a row that scrolls sideways there is more. */
export interface More {
  readonly before: boolean
  readonly after: boolean
}

/** Px that rounding may leave. */
const tolerance = 2

/** Watches a row that scrolls sideways, and its width. */
export function useMore(row: RefObject<HTMLElement | null>): More {
  const [more, setMore] = useState<More>({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const before = scrollLeft > tolerance
      const after = scrollLeft + clientWidth < scrollWidth - tolerance
      setMore((old) => (old.before === before && old.after === after ? old : { before, after }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [row])
  return more
}
