import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { z } from 'zod'

/** How long a page may take to load until it is high enough for its position, ms. */
const timeout = 5000
const storageKey = 'scrollPositions'
/** Entries of the history whose position is kept. */
const maxPositions = 50

/** By entry of the history, px; the latest last. */
type Positions = Map<string, number>

const storedPositions = z.array(z.tuple([z.string(), z.number()]))

/**
 * On a link to another page: scrolls to the top unless the URL has a hash. On back, forward and reload: scrolls to where
 * the page was left, once it is high enough; the browser itself gives up before lists are loaded.
 */
export function useScrollPosition() {
  const location = useLocation()
  const { pathname, hash } = location
  const isPop = useNavigationType() === 'POP'
  const entry = entryOf(location, location.key)
  const positions = usePositions()
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const left = isPop && hash === '' ? positions.get(entry) : undefined
    if (left === undefined && isNewPage && hash === '') window.scrollTo(0, 0)
    const restoring = restore(left ?? window.scrollY)
    const save = () => {
      // A link to a section has scrolled before its entry is rendered.
      if (!restoring.signal.aborted || window.location.hash !== hash) return
      positions.delete(entry)
      positions.set(entry, window.scrollY)
    }
    save()
    const listening = new AbortController()
    window.addEventListener('scroll', save, { passive: true, signal: listening.signal })
    // The last scroll event of a busy page may still be to come.
    window.addEventListener('popstate', save, { signal: listening.signal })
    return () => {
      restoring.abort()
      listening.abort()
    }
  }, [entry, pathname, hash, isPop, positions])
}

function entryOf(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  key: string,
): string {
  return `${key} ${pathname}${search}${hash}`
}

/** Scrolls to `top`, again whenever the page grows, until it is reached, the user acts or the time is over. */
function restore(top: number): AbortController {
  const ended = new AbortController()
  const end = () => ended.abort()
  const scroll = () => {
    window.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(window.scrollY - top) <= 1) end()
  }
  scroll()
  if (ended.signal.aborted) return ended
  const growth = new ResizeObserver(scroll)
  growth.observe(document.body)
  const timer = setTimeout(end, timeout)
  ended.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(input, end, { passive: true, signal: ended.signal })
  return ended
}

/** The positions of this tab's history, kept in its session storage across reloads. */
function usePositions(): Positions {
  const [positions] = useState(readPositions)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const write = () => writePositions(positions)
    window.addEventListener('pagehide', write)
    return () => window.removeEventListener('pagehide', write)
  }, [positions])
  return positions
}

// Reading or writing throws where storage is blocked; then a reload starts at the top.
function readPositions(): Positions {
  try {
    const positions = new Map(storedPositions.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')))
    // The router gives each page that a document begins with the same key, also when its address is typed again.
    const [visit] = performance.getEntriesByType('navigation')
    if (visit instanceof PerformanceNavigationTiming && visit.type === 'navigate')
      positions.delete(entryOf(window.location, 'default'))
    return positions
  } catch {
    return new Map()
  }
}

function writePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-maxPositions)))
  } catch {}
}
