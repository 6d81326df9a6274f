import { AsyncLocalStorage } from 'node:async_hooks'

/** Detects a request for a connection while holding one: several at once would deadlock on an exhausted pool. */
export interface Nesting {
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Throws if the caller holds a connection. */
  refuseToHolders(): void
}

export const unwatchedNesting: Nesting = { hold: (work) => work(), refuseToHolders: () => {} }

/**
 * For tests and development: AsyncLocalStorage makes every await of the process three times as expensive.
 */
export function watchedNesting(): Nesting {
  const holding = new AsyncLocalStorage<true>()
  return {
    hold: (work) => holding.run(true, work),
    refuseToHolders() {
      if (holding.getStore()) {
        throw new Error(
          'a transaction requested a second connection: use its own, or read before or after it',
        )
      }
    },
  }
}
