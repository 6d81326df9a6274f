import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Height of a heading, px: until it is out of view, its section is the one that was chosen. */
const headingHeight = 24

/**
 * The section being read: the one that a link has led to, while its heading is in view; otherwise the last one whose
 * heading is above the upper third of the window. Short sections and the last ones never get there alone.
 */
export function useActiveSection(ids: readonly string[]): string | undefined {
  const { hash, key: visit } = useLocation()
  const [active, setActive] = useState(ids[0])
  const key = ids.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `visit` changes when the same link is clicked again.
  useEffect(() => {
    const names = key.split(' ')
    let chosen = names.find((id) => `#${id}` === hash)
    let reached = false
    const update = () => {
      if (chosen !== undefined) {
        const top = topOf(chosen)
        const inView = top > -headingHeight && top < window.innerHeight
        reached ||= inView
        if (inView || !reached) return setActive(chosen)
        chosen = undefined
      }
      const passed = names.filter((id) => topOf(id) < window.innerHeight / 3)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setActive(atEnd ? names.at(-1) : (passed.at(-1) ?? names[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [key, hash, visit])
  return active
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
}
