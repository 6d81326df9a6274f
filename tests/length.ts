import { it } from 'vitest'
import { isLongRun } from '../scripts/vitest-long.ts'

/**
 * In `npm run test:long`: longer histories, more rounds and examples of the same tests. A file that asks for it stands in
 * `longForms` of scripts/vitest-long.ts.
 */
export const isLong = isLongRun

/**
 * True with CI=true, except in long runs: random tests use a fixed seed, so that a failure comes from the change.
 * Elsewhere the seed differs by run and is part of the test's name or output.
 */
export const fixedSeed = process.env.CI === 'true' && !isLong

/** A test of long runs only. */
export function itLong(name: string, test: () => unknown, timeoutMs?: number): void {
  if (isLong) it(name, test, timeoutMs)
}

/** The cases of `quick`, in long runs those of `more` too. */
export function withLong<T>(quick: readonly T[], more: readonly T[]): T[] {
  return isLong ? [...quick, ...more] : [...quick]
}
