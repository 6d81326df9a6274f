/** The part of a canvas that is plotted on, in CSS px. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The song seconds that lie between the left and the right edge. Panning and zooming change only this. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** Below this many ms the offset axis is nearly linear, above it is compressed. */
const knee = 14
/** The offset at the plot's edges, in ms: a little beyond the widest window, on every play. */
const reach = 190
const edge = Math.asinh(reach / knee)

export function timeToX(span: TimeSpan, plot: Plot, seconds: number): number {
  return plot.left + ((seconds - span.from) / (span.to - span.from)) * (plot.right - plot.left)
}

export function xToTime(span: TimeSpan, plot: Plot, x: number): number {
  return span.from + ((x - plot.left) / (plot.right - plot.left)) * (span.to - span.from)
}

/** Where an offset lies, late up. The same scale for every play, so that two charts compare at a glance. */
export function offsetToY(plot: Plot, ms: number): number {
  const middle = (plot.top + plot.bottom) / 2
  const share = Math.max(-1, Math.min(1, Math.asinh(ms / knee) / edge))
  return middle - (share * (plot.bottom - plot.top)) / 2
}

export function yToOffset(plot: Plot, y: number): number {
  const middle = (plot.top + plot.bottom) / 2
  return Math.sinh(((middle - y) / ((plot.bottom - plot.top) / 2)) * edge) * knee
}

/** Where a share from 0 to 1 lies, 1 on top. */
export function shareToY(plot: Plot, share: number): number {
  return plot.bottom - share * (plot.bottom - plot.top)
}
