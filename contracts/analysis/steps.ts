/** Length of the parts of a song that its steps are published by, seconds. */
export const segmentSeconds = 5

/** Rows of steps that a part has at least to be published. */
export const fewestSteps = 4

/** Bins of offsets, ms: from, below which, and how wide each is. */
export const offsetBins = { from: -60, to: 60, width: 10 } as const
