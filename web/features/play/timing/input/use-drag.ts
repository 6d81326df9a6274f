import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { plotSides } from '../model/chart-layout.ts'
import type { TimeSpan } from '../model/timing-scale.ts'
import { panned, within, zoomed } from '../model/viewport.ts'
import type { Viewport } from './use-viewport.ts'

/** Movement up to this many px still counts as a click. */
const clickTolerance = 4

/** The zoom factor of a double click. */
const doubleClickZoom = 0.4

interface Options {
  readonly viewport: Viewport
  /** Called when a chart position is hovered or tapped; CSS px. */
  readonly onPoint: (x: number, y: number) => void
  /** Called when the mouse leaves. */
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
