import { useEffect, useState } from 'react'

/** The section being read: the last one whose heading is above the upper third of the window. */
export function useActiveSection(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const names = key.split(' ')
    const update = () => {
      const line = window.innerHeight / 3
      const passed = names.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line,
      )
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setActive(atEnd ? names.at(-1) : (passed.at(-1) ?? names[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [key])
  return active
}
