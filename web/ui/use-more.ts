import { type RefObject, useEffect, useState } from 'react'

/** At which ends a horizontally scrollable row has hidden content. */
interface More {
  readonly before: boolean
  readonly after: boolean
}

/** Tolerance for rounding, px. */
const tolerance = 2

/** Observes the scroll position and width of a row. */
export function useMore(row: RefObject<HTMLElement | null>): More {
  const [more, setMore] = useState<More>({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const before = scrollLeft > tolerance
      const after = scrollLeft + clientWidth < scrollWidth - tolerance
      setMore((old) => (old.before === before && old.after === after ? old : { before, after }))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [row])
  return more
}
