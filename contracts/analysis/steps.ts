/** Length of the segments of the table `timing`, seconds. */
export const segmentSeconds = 5

/** Minimum number of rows of steps in a published segment. */
export const minSteps = 4

/** Bins of the offset histogram, ms: lower bound inclusive, upper bound exclusive. */
export const offsetBins = { from: -60, to: 60, width: 10 } as const
