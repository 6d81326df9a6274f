/** Bytes that had gone out at a moment, ms. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** Only the last seconds say how fast it goes now, ms. */
const window = 8_000
/** Less than this says nothing yet, ms. */
const shortest = 1_000

/** The samples that still count, with a new one. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= window), sample]
}

/** Seconds until all of `total` bytes have gone out; null while nobody knows. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < shortest || last.sent <= first.sent) return null
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
