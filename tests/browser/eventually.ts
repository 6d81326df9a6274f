import { expect } from 'vitest'

/** Timeout for a page on a busy machine, ms. */
export const patience = 30_000

/** Polls `read` until the expectation holds. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: patience, interval: 25 })
}
