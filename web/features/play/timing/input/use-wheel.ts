import { type RefObject, useEffect, useEffectEvent } from 'react'
import { plotSides } from '../model/chart-layout.ts'
import { isWhole, panned, zoomed } from '../model/viewport.ts'
import type { Viewport } from './use-viewport.ts'

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
