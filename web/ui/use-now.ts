import { useEffect, useState } from 'react'

/** The time, ms since 1970, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whole seconds until `end` (ms since 1970), updated every second, at least 0; 0 for null. */
export function useCountdown(end: number | null): number {
  const [now, setNow] = useState(Date.now)
  const left = end === null ? 0 : Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (end === null || !isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end, isRunning])
  return left
}

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
