/** What is being done. Without counts where nobody knows how much there is. */
export interface Doing {
  readonly what: string
  readonly done?: number
  readonly of?: number
  /** Of what `done` counts, in the plural. */
  readonly unit?: string
}

export interface Pace {
  /** A second, lately; null before anything can be said. */
  readonly rate: number | null
  readonly secondsLeft: number | null
}

/** The rate is that of this many of the last ms: what happened long ago says little of what comes. */
const lately = 10_000

/** Says how fast something goes and how long it will still take. Another `what` begins again. `now`: ms. */
export function pacer(now: () => number): (doing: Doing) => Pace {
  let what = ''
  let marks: { at: number; done: number }[] = []
  return (doing) => {
    if (doing.what !== what) marks = []
    what = doing.what
    const { done, of } = doing
    if (done === undefined || of === undefined) return { rate: null, secondsLeft: null }
    const at = now()
    marks.push({ at, done })
    // The last mark that is old enough stays: between it and now lies the whole of what is looked at.
    const old = marks.findLastIndex((mark) => at - mark.at >= lately)
    if (old > 0) marks = marks.slice(old)
    const [first] = marks
    const ms = at - (first?.at ?? at)
    if (ms < 200) return { rate: null, secondsLeft: null }
    const rate = ((done - (first?.done ?? done)) * 1000) / ms
    return { rate, secondsLeft: rate > 0 ? Math.max(0, of - done) / rate : null }
  }
}
