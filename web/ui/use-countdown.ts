import { useEffect, useState } from 'react'

/** Whole seconds left until `end` (ms since 1970), counted down once a second to 0; 0 for null. */
export function useCountdown(end: number | null): number {
  const [now, setNow] = useState(Date.now)
  const left = end === null ? 0 : Math.max(0, Math.ceil((end - now) / 1000))
  const counts = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (end === null || !counts) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end, counts])
  return left
}
