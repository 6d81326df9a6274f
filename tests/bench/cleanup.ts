/** Cleanup functions of the bench, run in reverse order. */
export interface Cleanup {
  add(end: () => Promise<unknown>): void
  /** Runs all of them once; a failing one does not stop the others. */
  all(): Promise<void>
}

export function createCleanup(): Cleanup {
  const open: (() => Promise<unknown>)[] = []
  return {
    add: (end) => void open.push(end),
    async all() {
      for (let end = open.pop(); end; end = open.pop()) {
        await end().catch((error: unknown) => console.error(`could not end: ${String(error)}`))
      }
    },
  }
}
