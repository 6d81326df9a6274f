/** Shortest visible span, s: a few steps of a fast stream. */
const minLength = 1

const lengthOf = (span: TimeSpan) => span.to - span.from

export function within(whole: TimeSpan, wish: TimeSpan): TimeSpan {
  const longest = lengthOf(whole)
  const length = Math.min(longest, Math.max(Math.min(minLength, longest), lengthOf(wish)))
  if (length >= longest * 0.999) return whole
  const middle = (wish.from + wish.to) / 2
  const from = Math.min(whole.to - length, Math.max(whole.from, middle - length / 2))
  return { from, to: from + length }
}

/** Scales the span by `factor` (above 1 zooms out); the time `seconds` stays in place. */
export function zoomed(whole: TimeSpan, span: TimeSpan, factor: number, seconds: number): TimeSpan {
  const longest = lengthOf(whole)
  const least = Math.min(minLength, longest)
  const length = Math.min(longest, Math.max(least, lengthOf(span) * factor))
  const share = (seconds - span.from) / lengthOf(span)
  const from = seconds - share * length
  return within(whole, { from, to: from + length })
}

/** Shifts the span by `seconds`, limited by the ends of the song. */
export function panned(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const by = Math.min(whole.to - span.to, Math.max(whole.from - span.from, seconds))
  return by === 0 ? span : { from: span.from + by, to: span.to + by }
}

/** Pans by the minimum needed to make `seconds` visible with a margin. */
export function showing(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const margin = lengthOf(span) * 0.12
  if (seconds < span.from + margin) return panned(whole, span, seconds - margin - span.from)
  if (seconds > span.to - margin) return panned(whole, span, seconds + margin - span.to)
  return span
}

export function isWhole(whole: TimeSpan, span: TimeSpan): boolean {
  return span.from <= whole.from && span.to >= whole.to
}

/** Interpolates between spans; returns `goal` once the difference is negligible relative to `whole`. */
export function towards(whole: TimeSpan, span: TimeSpan, goal: TimeSpan, share: number): TimeSpan {
  const near = Math.min(lengthOf(goal), lengthOf(whole)) * 0.001
  if (Math.abs(goal.from - span.from) < near && Math.abs(goal.to - span.to) < near) return goal
  return {
    from: span.from + (goal.from - span.from) * share,
    to: span.to + (goal.to - span.to) * share,
  }
}

/** Heights in CSS px. */
export const timingHeight = 420

export const stripHeight = 100

/** The height of the legend while it fits on one line. */
export const legendHeight = 29

export const viewportBarHeight = 49

/** Below this width, margins shrink and labels are thinned out. */
const narrowWidth = 520

export function isNarrow(width: number): boolean {
  return width < narrowWidth
}

/** The horizontal bounds of the plots; shared, so that their time axes align. */
export function plotSides(width: number) {
  return isNarrow(width) ? { left: 46, right: width - 8 } : { left: 52, right: width - 16 }
}

/** The plot of the offsets, above the miss rail. */
export function timingPlot(width: number, height: number): Plot {
  return { ...plotSides(width), top: 12, bottom: height - 34 }
}

export function missRail(plot: Plot): number {
  return plot.bottom + 20
}

/** The plot of lifebar and notes per second, above the time labels. */
export function stripPlot(width: number, height: number): Plot {
  return { ...plotSides(width), top: 12, bottom: height - 22 }
}

/** The histogram's plot, between the side labels above and the ms labels below. */
export function histogramPlot(width: number, height: number): Plot {
  return { left: 16, right: width - 16, top: 22, bottom: height - 24 }
}

/** The plot area of a canvas, CSS px. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The visible song seconds. Panning and zooming change only this. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** ms up to which the offset axis is nearly linear; larger offsets are compressed. */
const knee = 14

/** The offset at the plot's edges, ms: slightly more than the widest window. */
const reach = 190

const edge = Math.asinh(reach / knee)

export function timeToX(span: TimeSpan, plot: Plot, seconds: number): number {
  return plot.left + ((seconds - span.from) / (span.to - span.from)) * (plot.right - plot.left)
}

export function xToTime(span: TimeSpan, plot: Plot, x: number): number {
  return span.from + ((x - plot.left) / (plot.right - plot.left)) * (span.to - span.from)
}

/** y of an offset; late is up. The scale is the same for every play, so that charts can be compared. */
export function offsetToY(plot: Plot, ms: number): number {
  const middle = (plot.top + plot.bottom) / 2
  const share = Math.max(-1, Math.min(1, Math.asinh(ms / knee) / edge))
  return middle - (share * (plot.bottom - plot.top)) / 2
}

/** y of a share from 0 to 1; 1 is at the top. */
export function shareToY(plot: Plot, share: number): number {
  return plot.bottom - share * (plot.bottom - plot.top)
}
