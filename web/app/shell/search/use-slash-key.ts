import { useEffect, useEffectEvent } from 'react'

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Calls `act` when "/" is pressed anywhere but in a text field or a dialog. */
export function useSlashKey(act: () => void) {
  const onSlash = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(textFields)) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onSlash()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
