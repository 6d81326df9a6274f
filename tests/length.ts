import { it } from 'vitest'
import { isLongRun } from '../scripts/vitest-long.ts'

/**
 * In `npm run test:long`: longer histories, more rounds and examples of the same tests. A file that asks for it stands in
 * `longForms` of scripts/vitest-long.ts.
 */
export const isLong = isLongRun

/** A test of long runs only. */
export function itLong(name: string, test: () => unknown, timeoutMs?: number): void {
  if (isLong) it(name, test, timeoutMs)
}

/** The cases of `quick`, in long runs those of `more` too. */
export function withLong<T>(quick: readonly T[], more: readonly T[]): T[] {
  return isLong ? [...quick, ...more] : [...quick]
}
