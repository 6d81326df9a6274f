import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isWhole, panned, zoomed } from '../model/viewport.ts'
import type { Viewport } from './use-viewport.ts'

/** What belongs together of a wheel, ms: where it began it goes on. */
const sameTurn = 250

/** Px of a line and of a page, where a wheel counts in those. */
const pxOf = [1, 16, 400]

/** Zoom of one px; a pinch on a touchpad, which comes as a wheel with Ctrl, has far fewer. */
const zoomOfPx = 0.0022
const zoomOfPinchPx = 0.012
const most = 240

/**
 * With Ctrl or ⌘, or while the focus is in the panel of the chart, the wheel zooms around the pointer, and sideways it
 * moves through the song; else it is the page's. So it is while a page is being scrolled, and at the whole song.
 */
export function useWheel(
  box: RefObject<HTMLElement | null>,
  viewport: Viewport,
  sides: (width: number) => { readonly left: number; readonly right: number },
) {
  const turn = useEffectEvent((event: WheelEvent, since: { page: number; chart: number }) => {
    const element = box.current
    if (!element || event.altKey) return
    const pinch = event.ctrlKey || event.metaKey
    if (!pinch && (!hasFocus(element) || event.timeStamp - since.page < sameTurn)) return
    const unit = pxOf[event.deltaMode] ?? 1
    const across = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit
    const along = event.shiftKey ? 0 : event.deltaY * unit
    const place = element.getBoundingClientRect()
    const { left, right } = sides(place.width)
    const span = viewport.goal()
    const length = span.to - span.from
    const { whole } = viewport
    const owns = event.timeStamp - since.chart < sameTurn || pinch
    if (Math.abs(across) > Math.abs(along)) {
      if (isWhole(whole, span)) return
      viewport.jump(panned(whole, span, (across / (right - left)) * length))
    } else {
      if (along > 0 && isWhole(whole, span) && !owns) return
      const px = Math.max(-most, Math.min(most, along))
      const share = Math.max(0, Math.min(1, (event.clientX - place.left - left) / (right - left)))
      // What is under the pointer is what is seen, not where a glide is going.
      const seen = viewport.span.from + share * (viewport.span.to - viewport.span.from)
      const factor = Math.exp(px * (pinch ? zoomOfPinchPx : zoomOfPx))
      viewport.glide(zoomed(whole, span, factor, seen))
    }
    since.chart = event.timeStamp
    event.preventDefault()
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const since = { page: Number.NEGATIVE_INFINITY, chart: Number.NEGATIVE_INFINITY }
    const onWheel = (event: WheelEvent) => turn(event, since)
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
