export interface OutageOptions {
  /** Whether the server answers at this moment. */
  readonly answers: () => Promise<boolean>
  /** Milliseconds since some moment. */
  readonly now: () => number
  /** Where `online` events arrive: the window. */
  readonly network: EventTarget
}

/** Knows when the server can't be reached, and tells when it can again. */
export interface Outage {
  /** Something did not arrive: from now on the server is asked, with growing waits, until it answers. */
  readonly noticed: () => void
  /** Asks now instead of after the wait. */
  readonly tryNow: () => void
  /** Tells that the server answers again, until the answer is called. */
  readonly onBack: (listener: () => void) => () => void
}

/** First and longest wait before the server is asked, ms. */
const firstWait = 1000
const longestWait = 15_000
/**
 * After this many ms of peace an outage is a new one; before, the waits go on growing: the server may answer this and
 * not that.
 */
const peace = 60_000

export function createOutage({ answers, now, network }: OutageOptions): Outage {
  const listeners = new Set<() => void>()
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | null = null
  let asking = false
  let last = Number.NEGATIVE_INFINITY

  const later = () => {
    timer = setTimeout(() => void ask(), wait)
    wait = Math.min(wait * 2, longestWait)
  }
  const ask = async () => {
    if (timer === null || asking) return
    clearTimeout(timer)
    asking = true
    const back = await answers()
    asking = false
    if (!back) return later()
    timer = null
    for (const tell of [...listeners]) tell()
  }
  network.addEventListener('online', () => void ask())

  return {
    noticed: () => {
      if (timer === null) {
        if (now() - last > peace) wait = firstWait
        later()
      }
      last = now()
    },
    tryNow: () => void ask(),
    onBack: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Resolves after `ms`, or once the server answers again after an outage. */
export function waitForServer(outage: Pick<Outage, 'onBack'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = outage.onBack(done)
  })
}
