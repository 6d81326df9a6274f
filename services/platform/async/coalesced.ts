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
