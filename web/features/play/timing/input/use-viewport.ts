import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TimeSpan } from '../model/timing-scale.ts'
import { isWhole, towards } from '../model/viewport.ts'

/** The visible part of the song, shared by all charts of a play. */
export interface Viewport {
  readonly whole: TimeSpan
  readonly span: TimeSpan
  readonly isWhole: boolean
  /** The target of a running animation, else the current span. */
  readonly goal: () => TimeSpan
  /** Sets the span without animation. */
  readonly jump: (span: TimeSpan) => void
  /** Animates to the span; with reduced motion it jumps. */
  readonly glide: (span: TimeSpan) => void
}

/** The fraction of the remaining distance covered per 1/60 s. */
const pace = 0.32

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

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
      if (prefersReducedMotion()) return jump(to)
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

  // A refetched play may have another length, so the span is reset.
  useEffect(() => jump(whole), [whole, jump])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  return useMemo(
    () => ({ whole, span, isWhole: isWhole(whole, span), goal: () => goal.current, jump, glide }),
    [whole, span, jump, glide],
  )
}
