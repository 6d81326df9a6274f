import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { StepField } from './nearest-step.ts'
import type { StepRange } from './step-range.ts'

/**
 * Statistics of a range of steps, computed like the server's: ms, without misses, population standard deviation; null
 * without hits.
 */
export function statisticsOfSteps(
  { steps, judgments, miss }: StepField,
  { from, to }: StepRange,
): Play['statistics'] {
  let hits = 0
  let sum = 0
  let absolute = 0
  let max = 0
  const forEachHit = (act: (ms: number) => void) => {
    for (let i = from; i < to; i++) if (judgments[i] !== miss) act((steps.offsets[i] ?? 0) * 1000)
  }
  forEachHit((ms) => {
    hits++
    sum += ms
    absolute += Math.abs(ms)
    max = Math.max(max, Math.abs(ms))
  })
  if (hits === 0) return null
  const mean = sum / hits
  let squares = 0
  forEachHit((ms) => {
    squares += (ms - mean) ** 2
  })
  return { meanAbsolute: absolute / hits, mean, deviation: Math.sqrt(squares / hits), max }
}
