import type { Plot } from './timing-scale.ts'

/** Heights in CSS px. */
export const timingHeight = 420
export const stripHeight = 100
/** The height of the legend while it fits on one line. */
export const legendHeight = 29
/** The height of the zoom controls. */
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

/** y of the miss rail. */
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
