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
