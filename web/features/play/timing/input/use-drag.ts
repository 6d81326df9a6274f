import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { TimeSpan } from '../model/timing-scale.ts'
import { panned, zoomed } from '../model/viewport.ts'
import { type Finger, type Grip, gripOf, pinched } from './pinch.ts'
import type { Viewport } from './use-viewport.ts'

/** Px that a press may move and still be a click. */
const slack = 4

/** What a double click zooms by. */
const closer = 0.4

interface Options {
  readonly viewport: Viewport
  readonly sides: (width: number) => { readonly left: number; readonly right: number }
  /** Somebody points at this place of the chart, in its CSS px. */
  readonly onPoint: (x: number, y: number) => void
  /** The mouse has gone. */
  readonly onLeave: () => void
}

interface Hold {
  readonly fingers: Map<number, Finger>
  /** What was shown when the fingers that are down now came down, and where the first of them was. */
  begun: TimeSpan
  start: Finger
  grip: Grip | null
  moved: boolean
}

/**
 * Pointing, dragging and pinching. A mouse points without a button and drags the song with one; a finger taps to point,
 * and draws the song along once it is zoomed, else it reads step by step. Up and down the finger scrolls the page
 * (`touch-action: pan-y`).
 */
export function useDrag({ viewport, sides, onPoint, onLeave }: Options) {
  const hold = useRef<Hold | null>(null)
  const [dragging, setDragging] = useState(false)

  const placeOf = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top, ...sides(box.width) }
  }
  const begin = (fingers: Map<number, Finger>, left: number, right: number, moved: boolean) => {
    const [first, second] = [...fingers.values()]
    if (!first) {
      hold.current = null
      return
    }
    const grip = second ? gripOf(first, second, left, right) : null
    hold.current = { fingers, begun: viewport.span, start: first, grip, moved: moved || grip !== null }
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { x, y, left, right } = placeOf(event)
    const fingers = new Map(hold.current?.fingers)
    // Two fingers pinch; a third one is a mistake.
    if (fingers.size === 2) return
    begin(fingers.set(event.pointerId, { x, y }), left, right, hold.current?.moved ?? false)
    if (event.pointerType === 'mouse') onPoint(x, y)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { x, y, left, right } = placeOf(event)
    const held = hold.current
    if (!held?.fingers.has(event.pointerId)) {
      if (event.pointerType === 'mouse') onPoint(x, y)
      return
    }
    held.fingers.set(event.pointerId, { x, y })
    const [first, second] = [...held.fingers.values()]
    if (held.grip && first && second) {
      viewport.jump(pinched(viewport.whole, held.begun, held.grip, gripOf(first, second, left, right)))
      return
    }
    if (!held.moved && Math.abs(x - held.start.x) > slack) {
      held.moved = true
      if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      if (!viewport.isWhole) setDragging(true)
    }
    if (!held.moved) return
    if (viewport.isWhole) return onPoint(x, y)
    const perPx = (held.begun.to - held.begun.from) / (right - left)
    viewport.jump(panned(viewport.whole, held.begun, (held.start.x - x) * perPx))
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = hold.current
    if (!held?.fingers.delete(event.pointerId)) return
    const { x, y, left, right } = placeOf(event)
    if (!held.moved && event.pointerType !== 'mouse' && event.type === 'pointerup') onPoint(x, y)
    begin(held.fingers, left, right, held.moved)
    if (held.fingers.size === 0) setDragging(false)
  }

  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    // A finger that lifts leaves what it pointed at.
    if (event.pointerType === 'mouse' && hold.current === null) onLeave()
  }

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const { x, left, right } = placeOf(event)
    const { span, whole } = viewport
    const seconds = span.from + ((x - left) / (right - left)) * (span.to - span.from)
    viewport.glide(zoomed(whole, span, closer, seconds))
  }

  return {
    dragging,
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
