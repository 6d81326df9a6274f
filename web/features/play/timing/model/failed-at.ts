import type { Lifebar } from './lifebar.ts'
import type { Steps } from './steps.ts'

/**
 * The time of the fail, song seconds: the first empty lifebar level, else the last hit row. Null if the play was passed
 * or unknown. Later steps were not played.
 */
export function failedAt(passed: boolean | null, lifebar: Lifebar | null, steps: Steps): number | null {
  if (passed !== false) return null
  const empty = lifebar?.levels.findIndex((level) => level <= 0) ?? -1
  if (lifebar && empty !== -1) return lifebar.times[empty] ?? null
  const last = steps.offsets.findLastIndex((offset) => !Number.isNaN(offset))
  return last === -1 ? null : (steps.times[last] ?? null)
}
