import { AsyncLocalStorage } from 'node:async_hooks'

/** Notices who asks for a connection while holding one: enough of them at once would wait for each other for ever. */
export interface Nesting {
  /** Runs what holds a connection. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Throws to who holds one. */
  refuseToHolders(): void
}

export const unwatchedNesting: Nesting = { hold: (work) => work(), refuseToHolders: () => {} }

/**
 * For tests and development: while contexts are followed, every await of the process costs three times what it costs
 * otherwise.
 */
export function watchedNesting(): Nesting {
  const holding = new AsyncLocalStorage<true>()
  return {
    hold: (work) => holding.run(true, work),
    refuseToHolders() {
      if (holding.getStore()) {
        throw new Error(
          'a transaction asked for a second connection: read through its own, before or after it',
        )
      }
    },
  }
}
