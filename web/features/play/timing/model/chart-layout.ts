import type { Plot } from './timing-scale.ts'

/** Heights in CSS px. */
export const timingHeight = 420
export const stripHeight = 100
/** The line between them, as long as it needs no second. */
export const legendHeight = 29
/** The bar of the view below. */
export const viewportBarHeight = 49

/** Below this width the margins shrink and the labels thin out. */
const narrowWidth = 520

export function isNarrow(width: number): boolean {
  return width < narrowWidth
}

/** The time axis, the same above and below. */
export function plotSides(width: number) {
  return isNarrow(width) ? { left: 46, right: width - 8 } : { left: 52, right: width - 16 }
}

/** The offsets of the steps; the rail for misses lies below it. */
export function timingPlot(width: number, height: number): Plot {
  return { ...plotSides(width), top: 12, bottom: height - 34 }
}

/** The middle of the rail for misses. */
export function missRail(plot: Plot): number {
  return plot.bottom + 20
}

/** Lifebar and notes per second; the times stand below it. */
export function stripPlot(width: number, height: number): Plot {
  return { ...plotSides(width), top: 12, bottom: height - 22 }
}

/** Early and Late stand above the bars, the ms below. */
export function histogramPlot(width: number, height: number): Plot {
  return { left: 16, right: width - 16, top: 22, bottom: height - 24 }
}
