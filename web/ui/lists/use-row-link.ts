import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

const middleButton = 1

/** Whether the press is on something of its own in the row: a link or a button. */
const isNested = ({ target }: MouseEvent) => target instanceof Element && target.closest('a, button') !== null

const inNewTab = (to: string) => window.open(to, '_blank', 'noopener')

/**
 * Makes a whole row clickable, as a link is: a click opens the page, a middle click or a click with Ctrl or Cmd a new tab.
 * The row also contains a real link for keyboards and screen readers. Clicks on nested links and buttons, and text
 * selection, do not navigate. `className`: other classes of the row.
 */
export function useRowLink() {
  const navigate = useNavigate()
  return (to: string, className = '') => ({
    className: `cursor-pointer ${className}`,
    onClick: (event: MouseEvent) => {
      if (isNested(event)) return
      if (window.getSelection()?.isCollapsed === false) return
      if (event.metaKey || event.ctrlKey) inNewTab(to)
      else void navigate(to)
    },
    onMouseDown: (event: MouseEvent) => {
      // The browser would start to scroll by the pointer.
      if (event.button === middleButton && !isNested(event)) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === middleButton && !isNested(event)) inNewTab(to)
    },
  })
}
