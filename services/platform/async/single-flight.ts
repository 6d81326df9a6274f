import { withDeadline } from './with-deadline.ts'

/** Work of which one run is in progress at a time. */
interface Coalesced {
  /**
   * Runs the work. A call during a run waits for the next run, which all such calls share, because the current one may
   * have begun before the change that the caller expects.
   */
  run(): Promise<void>
  /** Resolves when no run is in progress. */
  settled(): Promise<void>
}

export function coalesced(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  function run(): Promise<void> {
    if (running) {
      following ??= running.then(run, run)
      return following
    }
    following = null
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return { run, settled: async () => running?.catch(() => {}) }
}

/**
 * Throttles `load` to once per `ms`: calls in between share the same promise, whether pending, resolved or rejected.
 */
export function throttled<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > ms) last = { at: now, result: load() }
    return last.result
  }
}

/**
 * Runs `work` at most once at a time, with a deadline: while an earlier run hangs, calls wait for that one. Rejects with
 * TimeoutError.
 */
export function singleFlight<T>(timeoutMs: number, work: () => Promise<T>, what: string): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return withDeadline(timeoutMs, running, what)
  }
}
