import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { StepField } from './nearest-step.ts'
import type { StepRange } from './step-range.ts'

/**
 * The statistics of a part of the steps, as the server has them for all: ms, misses left out, the deviation the
 * population's; null without hits.
 */
export function statisticsOfSteps(
  { steps, judgments, miss }: StepField,
  { from, to }: StepRange,
): Play['statistics'] {
  let hits = 0
  let sum = 0
  let absolute = 0
  let max = 0
  const each = (act: (ms: number) => void) => {
    for (let i = from; i < to; i++) if (judgments[i] !== miss) act((steps.offsets[i] ?? 0) * 1000)
  }
  each((ms) => {
    hits++
    sum += ms
    absolute += Math.abs(ms)
    max = Math.max(max, Math.abs(ms))
  })
  if (hits === 0) return null
  const mean = sum / hits
  let squares = 0
  each((ms) => {
    squares += (ms - mean) ** 2
  })
  return { meanAbsolute: absolute / hits, mean, deviation: Math.sqrt(squares / hits), max }
}
