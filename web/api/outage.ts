import { createListeners } from '../app/listeners.ts'

interface OutageOptions {
  /** Probes the server. */
  readonly answers: () => Promise<boolean>
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** The target of `online` events: the window. */
  readonly network: EventTarget
}

/** Detects when the server is unreachable, and when it is back. */
export interface Outage {
  /** Called after a failed request: starts probing the server with exponential back-off. */
  readonly noticed: () => void
  readonly tryNow: () => void
  /** Subscribes to the server's return; the result unsubscribes. */
  readonly onBack: (listener: () => void) => () => void
}

/** First and longest back-off between probes, ms. */
const firstWait = 1000
const maxWaitMs = 15_000
/**
 * The back-off is reset when the last failure was more than this long ago, ms. Before that it keeps growing, because the
 * probe may succeed while other requests fail.
 */
const resetAfterMs = 60_000

export function createOutage({ answers, now, network }: OutageOptions): Outage {
  const { notify, subscribe } = createListeners()
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | null = null
  let probing = false
  let lastFailure = Number.NEGATIVE_INFINITY

  const schedule = () => {
    timer = setTimeout(() => void probe(), wait)
    wait = Math.min(wait * 2, maxWaitMs)
  }
  const probe = async () => {
    if (timer === null || probing) return
    clearTimeout(timer)
    probing = true
    const back = await answers()
    probing = false
    if (!back) return schedule()
    timer = null
    notify()
  }
  network.addEventListener('online', () => void probe())

  return {
    noticed: () => {
      if (timer === null) {
        if (now() - lastFailure > resetAfterMs) wait = firstWait
        schedule()
      }
      lastFailure = now()
    },
    tryNow: () => void probe(),
    onBack: subscribe,
  }
}

/** Resolves after `ms`, or earlier when an outage ends. */
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
