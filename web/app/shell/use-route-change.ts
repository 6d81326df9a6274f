import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useActiveBoardStore } from '../../leaderboard/use-active-board.ts'

/** On each route change: moves the focus to the page and applies a preset board (`lb`). */
export function useRouteChange() {
  const { pathname, search } = useLocation()
  const board = useActiveBoardStore()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => board.preset(new URLSearchParams(search).get('lb')), [board, search])

  return main
}
