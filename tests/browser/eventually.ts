import { expect } from 'vitest'

/** How long a page may take on a busy machine, ms. */
export const patience = 30_000

/** An expectation of what a page will show soon: asks again until it holds. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: patience, interval: 25 })
}
