/** What must be ended before the bench ends, the last begun first. */
export interface Endings {
  add(end: () => Promise<unknown>): void
  /** Ends all of it, once; what fails does not keep the rest from ending. */
  all(): Promise<void>
}

export function endings(): Endings {
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
