import type { Timeline } from './timeline.ts'
import { leadingNumber } from './timing-lists.ts'

export interface BpmRange {
  readonly min: number
  readonly max: number
}

/** The BPM of the song wheel: the author's, else that of the played part. */
export type DisplayBpm =
  | { readonly kind: 'fixed'; readonly bpm: number }
  | ({ readonly kind: 'range' } & BpmRange)
  | { readonly kind: 'random' }

/** `values`: of #DISPLAYBPM: `*`, one number or two; empty when missing. */
export function displayBpm(values: readonly string[], played: BpmRange): DisplayBpm {
  if (values[0]?.trim() === '*') return { kind: 'random' }
  const [low = '', high = ''] = values
  const first = leadingNumber(low)
  const second = high.trim() === '' ? first : leadingNumber(high)
  if (first > 0 && second > 0) return shown(first, second)
  return shown(played.min, played.max)
}

/** BPM range from beat 0 to `lastBeat`, without warps and negative BPMs. */
export function playedBpm(timeline: Timeline, lastBeat: number): BpmRange {
  let min = Number.POSITIVE_INFINITY
  let max = 0
  for (const { beat, bpm, secondsPerBeat } of timeline) {
    if (secondsPerBeat <= 0 || (beat > 0 && beat >= lastBeat)) continue
    min = Math.min(min, bpm)
    max = Math.max(max, bpm)
  }
  return max > 0 ? { min, max } : { min: 0, max: 0 }
}

function shown(first: number, second: number): DisplayBpm {
  if (first === second) return { kind: 'fixed', bpm: first }
  return { kind: 'range', min: Math.min(first, second), max: Math.max(first, second) }
}
