/** Current progress. Without counts when the total is unknown. */
export interface ProgressState {
  readonly what: string
  readonly done?: number
  readonly of?: number
  /** Plural noun of the counted items. */
  readonly unit?: string
}

export interface Pace {
  /** Items per second over the recent window; null when not known yet. */
  readonly rate: number | null
  readonly secondsLeft: number | null
}

/** Sliding window of the rate, ms. */
const windowMs = 10_000

/** Estimates rate and remaining time. A different `what` resets the estimate. `now`: ms. */
export function pacer(now: () => number): (state: ProgressState) => Pace {
  let what = ''
  let marks: { at: number; done: number }[] = []
  return (state) => {
    if (state.what !== what) marks = []
    what = state.what
    const { done, of } = state
    if (done === undefined || of === undefined) return { rate: null, secondsLeft: null }
    const at = now()
    marks.push({ at, done })
    // Keeps the last mark outside of the window, so that the marks span the whole window.
    const old = marks.findLastIndex((mark) => at - mark.at >= windowMs)
    if (old > 0) marks = marks.slice(old)
    const [first] = marks
    const ms = at - (first?.at ?? at)
    if (ms < 200) return { rate: null, secondsLeft: null }
    const rate = ((done - (first?.done ?? done)) * 1000) / ms
    return { rate, secondsLeft: rate > 0 ? Math.max(0, of - done) / rate : null }
  }
}
