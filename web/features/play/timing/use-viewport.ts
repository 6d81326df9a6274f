import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isWhole, panned, plotSides, type TimeSpan, towards, within, zoomed } from './plot.ts'

/** The visible part of the song, shared by all charts of a play. */
export interface Viewport {
  readonly whole: TimeSpan
  readonly span: TimeSpan
  readonly isWhole: boolean
  /** The target of a running animation, else the current span. */
  readonly goal: () => TimeSpan
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

/** Movement up to this many px still counts as a click. */
const clickTolerance = 4

const doubleClickZoom = 0.4

interface Options {
  readonly viewport: Viewport
  /** Called when a chart position is hovered or tapped; CSS px. */
  readonly onPoint: (x: number, y: number) => void
  readonly onLeave: () => void
}

interface Gesture {
  readonly fingers: Map<number, Finger>
  /** The span and the first finger's position when the current set of fingers was put down. */
  begun: TimeSpan
  start: Finger
  grip: Grip | null
  moved: boolean
}

/**
 * Hover, drag and pinch. A mouse hovers without a button and pans with one. A finger taps to select; dragging pans when
 * zoomed in, else it selects step by step. Vertical drags scroll the page (`touch-action: pan-y`).
 */
export function useDrag({ viewport, onPoint, onLeave }: Options) {
  const gesture = useRef<Gesture | null>(null)
  const [dragging, setDragging] = useState(false)

  const positionOf = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top, ...plotSides(box.width) }
  }
  const begin = (fingers: Map<number, Finger>, left: number, right: number, moved: boolean) => {
    const [first, second] = [...fingers.values()]
    if (!first) {
      gesture.current = null
      return
    }
    const grip = second ? gripOf(first, second, left, right) : null
    gesture.current = { fingers, begun: viewport.span, start: first, grip, moved: moved || grip !== null }
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { x, y, left, right } = positionOf(event)
    const fingers = new Map(gesture.current?.fingers)
    // A third finger is ignored.
    if (fingers.size === 2) return
    begin(fingers.set(event.pointerId, { x, y }), left, right, gesture.current?.moved ?? false)
    if (event.pointerType === 'mouse') onPoint(x, y)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { x, y, left, right } = positionOf(event)
    const current = gesture.current
    if (!current?.fingers.has(event.pointerId)) {
      if (event.pointerType === 'mouse') onPoint(x, y)
      return
    }
    current.fingers.set(event.pointerId, { x, y })
    const [first, second] = [...current.fingers.values()]
    if (current.grip && first && second) {
      viewport.jump(pinched(viewport.whole, current.begun, current.grip, gripOf(first, second, left, right)))
      return
    }
    if (!current.moved && Math.abs(x - current.start.x) > clickTolerance) {
      current.moved = true
      if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      if (!viewport.isWhole) setDragging(true)
    }
    if (!current.moved) return
    if (viewport.isWhole) return onPoint(x, y)
    const perPx = (current.begun.to - current.begun.from) / (right - left)
    viewport.jump(panned(viewport.whole, current.begun, (current.start.x - x) * perPx))
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const current = gesture.current
    if (!current?.fingers.delete(event.pointerId)) return
    const { x, y, left, right } = positionOf(event)
    if (!current.moved && event.pointerType !== 'mouse' && event.type === 'pointerup') onPoint(x, y)
    begin(current.fingers, left, right, current.moved)
    if (current.fingers.size === 0) setDragging(false)
  }

  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    // The selection stays when a finger is lifted.
    if (event.pointerType === 'mouse' && gesture.current === null) onLeave()
  }

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const { x, left, right } = positionOf(event)
    const { span, whole } = viewport
    const seconds = span.from + ((x - left) / (right - left)) * (span.to - span.from)
    viewport.glide(zoomed(whole, span, doubleClickZoom, seconds))
  }

  return {
    cursor: viewport.isWhole ? 'cursor-crosshair' : dragging ? 'cursor-grabbing' : 'cursor-grab',
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onPointerLeave,
      onDoubleClick,
    },
  }
}

interface Finger {
  readonly x: number
  readonly y: number
}

/** Two fingers: their distance in px, and the position of their midpoint along the plot, 0 to 1. */
interface Grip {
  readonly distance: number
  readonly share: number
}

/** Minimum distance, px, which bounds the zoom of a pinch. */
const minDistance = 24

export function gripOf(a: Finger, b: Finger, left: number, right: number): Grip {
  return {
    distance: Math.max(minDistance, Math.hypot(a.x - b.x, a.y - b.y)),
    share: ((a.x + b.x) / 2 - left) / (right - left),
  }
}

/** The span after a pinch from `first` to `now` that started at `begun`; the time at the midpoint stays in place. */
export function pinched(whole: TimeSpan, begun: TimeSpan, first: Grip, now: Grip): TimeSpan {
  const length = begun.to - begun.from
  const anchor = begun.from + first.share * length
  const shown = (length * first.distance) / now.distance
  const from = anchor - now.share * shown
  return within(whole, { from, to: from + shown })
}

/** Wheel events within this many ms belong to one gesture and keep its target. */
const gestureMs = 250

/** Px per delta unit: pixel, line, page. */
const pxPerUnit = [1, 16, 400]

/** Zoom per px. A touchpad pinch, sent as wheel events with Ctrl, has far smaller deltas. */
const zoomPerPx = 0.0022
const zoomPerPinchPx = 0.012
const maxDelta = 240

/**
 * With Ctrl or ⌘, or while the chart's panel has the focus, the wheel zooms around the pointer and sideways wheeling
 * pans. Otherwise the page scrolls: also during an ongoing page scroll, and when zooming out of the whole song.
 */
export function useWheel(box: RefObject<HTMLElement | null>, viewport: Viewport) {
  const onTurn = useEffectEvent((event: WheelEvent, since: { page: number; chart: number }) => {
    const element = box.current
    if (!element || event.altKey) return
    const pinch = event.ctrlKey || event.metaKey
    if (!pinch && (!hasFocus(element) || event.timeStamp - since.page < gestureMs)) return
    const unit = pxPerUnit[event.deltaMode] ?? 1
    const horizontal = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit
    const vertical = event.shiftKey ? 0 : event.deltaY * unit
    const bounds = element.getBoundingClientRect()
    const { left, right } = plotSides(bounds.width)
    const span = viewport.goal()
    const length = span.to - span.from
    const { whole } = viewport
    const isOwnGesture = event.timeStamp - since.chart < gestureMs || pinch
    if (Math.abs(horizontal) > Math.abs(vertical)) {
      if (isWhole(whole, span)) return
      viewport.jump(panned(whole, span, (horizontal / (right - left)) * length))
    } else {
      if (vertical > 0 && isWhole(whole, span) && !isOwnGesture) return
      const px = Math.max(-maxDelta, Math.min(maxDelta, vertical))
      const share = Math.max(0, Math.min(1, (event.clientX - bounds.left - left) / (right - left)))
      // Anchored at the visible time under the pointer, not at the target of a running animation.
      const anchor = viewport.span.from + share * (viewport.span.to - viewport.span.from)
      const factor = Math.exp(px * (pinch ? zoomPerPinchPx : zoomPerPx))
      viewport.glide(zoomed(whole, span, factor, anchor))
    }
    since.chart = event.timeStamp
    event.preventDefault()
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const since = { page: Number.NEGATIVE_INFINITY, chart: Number.NEGATIVE_INFINITY }
    const onWheel = (event: WheelEvent) => onTurn(event, since)
    const onScroll = (event: Event) => {
      since.page = event.timeStamp
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('wheel', onWheel)
      window.removeEventListener('scroll', onScroll)
    }
  }, [box])
}

function hasFocus(chart: HTMLElement): boolean {
  return chart.closest('section')?.contains(document.activeElement) ?? false
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

export const keyZoom = 0.6
/** The fraction of the visible span that Shift with an arrow pans. */
const keyPan = 0.25

/** The span after a key press; null if the key does not change it. Zooms around `seconds`. */
export function spanAfterKey(
  { key, shiftKey }: Key,
  whole: TimeSpan,
  span: TimeSpan,
  seconds: number,
): TimeSpan | null {
  const step = (span.to - span.from) * keyPan
  switch (key) {
    case '+':
    case '=':
      return zoomed(whole, span, keyZoom, seconds)
    case '-':
    case '_':
      return zoomed(whole, span, 1 / keyZoom, seconds)
    case '0':
      return whole
    case 'ArrowRight':
      return shiftKey ? panned(whole, span, step) : null
    case 'ArrowLeft':
      return shiftKey ? panned(whole, span, -step) : null
    default:
      return null
  }
}

/** The zoom anchor without a pointer: the selected step if visible, else the centre. */
export function anchorOf(span: TimeSpan, chosen: number | null): number {
  const inSight = chosen !== null && chosen >= span.from && chosen <= span.to
  return inSight ? chosen : (span.from + span.to) / 2
}

/** The step after a key press; null if the key does not navigate. `index`: the current step, null for none. */
export function stepAfterKey(key: string, index: number | null, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  const page = Math.max(10, Math.round(count / 20))
  const clamp = (n: number) => Math.max(0, Math.min(last, n))
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
    case 'ArrowUp':
      return index === null ? 0 : clamp(index + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return index === null ? last : clamp(index - 1)
    case 'PageUp':
      return clamp((index ?? 0) + page)
    case 'PageDown':
      return clamp((index ?? last) - page)
    default:
      return null
  }
}
