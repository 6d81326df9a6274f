import { count } from '../aligned.ts'
import type { VerifyProgress } from './verify.ts'

const everyMs = 100

/** Draws how far verify is, a few times a second. `now`: ms. */
export function showProgress(
  draw: (line: string) => void,
  now: () => number,
): (progress: VerifyProgress) => void {
  const started = now()
  let drawn = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (progress.doing === 'comparing') return draw(`Comparing ${progress.table}`)
    const at = now()
    if (at - drawn < everyMs) return
    drawn = at
    const rate = Math.round((progress.folded * 1000) / Math.max(1, at - started))
    draw(`Folding afresh: ${count(progress.folded)} of ${count(progress.of)} events, ${count(rate)} a second`)
  }
}
