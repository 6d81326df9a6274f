import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TimeSpan } from '../model/timing-scale.ts'
import { isWhole, towards } from '../model/viewport.ts'

/** Which part of the song all charts of a play show. */
export interface Viewport {
  readonly whole: TimeSpan
  readonly span: TimeSpan
  readonly isWhole: boolean
  /** Where it is, or is gliding to: what the next move builds on. */
  readonly goal: () => TimeSpan
  /** At once, as under a finger. */
  readonly jump: (span: TimeSpan) => void
  /** In a few frames; at once with reduced motion. */
  readonly glide: (span: TimeSpan) => void
}

/** Share of the way that is left, gone in a 60th of a second. */
const pace = 0.32

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function useViewport(whole: TimeSpan): Viewport {
  const [span, setSpan] = useState(whole)
  const now = useRef(whole)
  const goal = useRef(whole)
  const frame = useRef(0)

  const jump = useCallback((to: TimeSpan) => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    goal.current = to
    now.current = to
    setSpan(to)
  }, [])

  const glide = useCallback(
    (to: TimeSpan) => {
      if (lessMotion()) return jump(to)
      goal.current = to
      if (frame.current !== 0) return
      let last = performance.now()
      const step = (at: number) => {
        const frames = Math.min(6, Math.max(0.5, (at - last) / (1000 / 60)))
        last = at
        now.current = towards(whole, now.current, goal.current, 1 - (1 - pace) ** frames)
        setSpan(now.current)
        frame.current = now.current === goal.current ? 0 : requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    },
    [whole, jump],
  )

  // The play was fetched again, and is another length: what was shown of it may not be there.
  useEffect(() => jump(whole), [whole, jump])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  return useMemo(
    () => ({ whole, span, isWhole: isWhole(whole, span), goal: () => goal.current, jump, glide }),
    [whole, span, jump, glide],
  )
}
