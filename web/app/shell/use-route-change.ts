import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useActiveBoardStore } from '../../leaderboard/use-active-board.ts'

/**
 * On each route change: scrolls to the top unless the URL has a hash, moves the focus to the page and applies a preset
 * board (`lb`).
 */
export function useRouteChange() {
  const { pathname, hash, search } = useLocation()
  const board = useActiveBoardStore()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    if (hash === '') window.scrollTo(0, 0)
  }, [pathname, hash])

  useEffect(() => board.preset(new URLSearchParams(search).get('lb')), [board, search])

  return main
}
