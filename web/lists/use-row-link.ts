import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * For a row that leads somewhere wherever it is pressed. The row holds a real link too: keyboards, the middle button
 * and screen readers use that. Links and buttons in the row do what they do; who marks text stays.
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
