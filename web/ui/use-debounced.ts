import { useEffect, useState } from 'react'

/** The debounce of typing, ms. */
export const typingPause = 300

export function useDebounced<T>(value: T, pause = typingPause): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
