import { useEffect, useState } from 'react'

/** Debounces a value by `pause` ms. */
export function useDebounced<T>(value: T, pause: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return rested
}
