/** A statistic over the rounds of a run. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Latencies of many calls, ms. */
export interface Latencies {
  readonly p50: number
  readonly p99: number
  readonly count: number
}

/** Throws RangeError when there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: percentile(sorted, 0.5), least: percentile(sorted, 0), most: percentile(sorted, 1) }
}

export function latenciesOf(ms: readonly number[]): Latencies {
  const sorted = [...ms].sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), count: sorted.length }
}

/** The percentile `share` (0 to 1), interpolated between neighbours. */
export function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new RangeError('there are no values')
  return below + (above - below) * (place - Math.floor(place))
}
