/** Bytes sent by a time, ms. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** The speed is averaged over this period, ms. */
const window = 8_000
/** The minimum period for an estimate, ms. */
const minPeriod = 1_000

/** Appends a sample and drops those outside of the window. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= window), sample]
}

/** The estimated seconds until `total` bytes are sent; null while unknown. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < minPeriod || last.sent <= first.sent) return null
  const perSecond = (last.sent - first.sent) / ((last.at - first.at) / 1000)
  return Math.max(0, total - last.sent) / perSecond
}

/** "about 9 s left", "about 2 min left", "about 1 h 5 min left". */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.ceil(seconds))} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
