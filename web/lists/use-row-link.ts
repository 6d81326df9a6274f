import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Makes a whole row clickable. The row also contains a real link for keyboards, middle clicks and screen readers.
 * Clicks on nested links and buttons, and text selection, do not navigate.
 */
export function useRowLink() {
  const navigate = useNavigate()
  return (to: string) => ({
    className: 'cursor-pointer',
    onClick: (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a, button')) return
      if (window.getSelection()?.isCollapsed === false) return
      if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener')
      else void navigate(to)
    },
  })
}
