import type { Timeline } from './timeline.ts'
import { leadingNumber } from './timing-lists.ts'

interface BpmRange {
  readonly min: number
  readonly max: number
}

/**
 * The BPM of the song wheel, `120`, `90-180` or `?`: the author's, else that of the played part. `values`: of
 * #DISPLAYBPM: `*`, one number or two; empty when missing.
 */
export function displayBpm(values: readonly string[], played: BpmRange): string {
  if (values[0]?.trim() === '*') return '?'
  const [low = '', high = ''] = values
  const first = leadingNumber(low)
  const second = high.trim() === '' ? first : leadingNumber(high)
  if (first > 0 && second > 0) return shown(first, second)
  return shown(played.min, played.max)
}

/** BPM range from beat 0 to `lastRow`, without warps. */
export function playedBpm(timeline: Timeline, lastRow: number): BpmRange {
  let min = Number.POSITIVE_INFINITY
  let max = 0
  for (const { row, bpm, secondsPerRow } of timeline) {
    if (secondsPerRow <= 0 || (row > 0 && row >= lastRow)) continue
    min = Math.min(min, bpm)
    max = Math.max(max, bpm)
  }
  return max > 0 ? { min, max } : { min: 0, max: 0 }
}

function shown(first: number, second: number): string {
  const min = Math.round(Math.min(first, second))
  const max = Math.round(Math.max(first, second))
  return min === max ? String(min) : `${min}-${max}`
}
