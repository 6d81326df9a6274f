import { useEffect, useState } from 'react'

/** Which section is being read: the last whose heading has passed the upper third of the window. */
export function useActiveSection(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const names = key.split(' ')
    const look = () => {
      const line = window.innerHeight / 3
      const passed = names.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line,
      )
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setActive(atEnd ? names.at(-1) : (passed.at(-1) ?? names[0]))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [key])
  return active
}
