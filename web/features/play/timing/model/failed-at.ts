import type { Lifebar } from './lifebar.ts'
import type { Steps } from './steps.ts'

/**
 * When a failed play ended, in song seconds: where its lifebar is empty first, else after the last row that was hit.
 * Null for a play that was passed, and for one of which nobody knows. What comes after it, if anything, was not played.
 */
export function failedAt(passed: boolean | null, lifebar: Lifebar | null, steps: Steps): number | null {
  if (passed !== false) return null
  const empty = lifebar?.levels.findIndex((level) => level <= 0) ?? -1
  if (lifebar && empty !== -1) return lifebar.times[empty] ?? null
  const last = steps.offsets.findLastIndex((offset) => !Number.isNaN(offset))
  return last === -1 ? null : (steps.times[last] ?? null)
}
