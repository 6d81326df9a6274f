import { itemAt } from '@stepledger/contracts/item-at.ts'
import { nearestRow, rowsPerBeat } from './beats.ts'
import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'
import { mergedSpans, type Span } from './spans.ts'
import { readTiming, type Timing, type TimingTexts } from './timing-lists.ts'

export interface Segment {
  readonly beat: number
  /** Time of a note on the beat: after its delay, before its stop. Seconds from beat 0. */
  readonly second: number
  /** Time after the stop of the beat. */
  readonly left: number
  /** Maximum time of all earlier beats. */
  readonly latest: number
  /** 0 in a warp, negative when time runs backwards. */
  readonly secondsPerBeat: number
  readonly bpm: number
}

/** Maps beats to times. Sorted, never empty; the first segment begins at beat 0. */
export type Timeline = readonly Segment[]

/** The game's default. */
const defaultBpm = 60

function timelineOf(timing: Timing): Timeline {
  const changes = changesByBeat(timing)
  let bpm = timing.bpms.findLast(({ beat }) => beat <= 0)?.value ?? timing.bpms[0]?.value ?? defaultBpm
  let warps = 0
  const segments: Segment[] = []
  let last: Segment | undefined
  for (const [beat, change] of changes) {
    const arrived = last === undefined ? 0 : last.left + (beat - last.beat) * last.secondsPerBeat
    const latest = last === undefined ? 0 : Math.max(last.latest, last.second, last.left, arrived)
    bpm = change.bpm ?? bpm
    warps += change.warps
    const second = arrived + change.delay
    const secondsPerBeat = warps > 0 ? 0 : 60 / bpm
    last = { beat, second, left: second + change.stop, latest, secondsPerBeat, bpm }
    segments.push(last)
  }
  return segments
}

export interface ChartTiming {
  readonly timeline: Timeline
  readonly warps: readonly Span[]
  readonly fakes: readonly Span[]
}

/**
 * Parses timing lists and caches shared ones.
 *
 * The returned function throws SimfileError when a list, or all charts so far, have too many changes.
 */
export function timingReader(): (texts: TimingTexts) => ChartTiming {
  const known = new Map<TimingTexts, ChartTiming>()
  let changes = 0
  return (texts) => {
    const same = known.get(texts)
    if (same) return same
    const timing = readTiming(texts)
    for (const list of Object.values(timing)) changes += list.length
    if (changes > simfileLimits.timingChangesOfFile) {
      throw new SimfileError(
        'file',
        `has more than ${simfileLimits.timingChangesOfFile} changes of tempo in its charts`,
      )
    }
    const read = { timeline: timelineOf(timing), warps: spansOf(timing.warps), fakes: spansOf(timing.fakes) }
    known.set(texts, read)
    return read
  }
}

/** Time of a note on the beat, seconds from beat 0. */
export function secondAt(timeline: Timeline, beat: number): number {
  const at = segmentAt(timeline, beat)
  return at.beat === beat ? at.second : at.left + (beat - at.beat) * at.secondsPerBeat
}

/** Maximum time of all earlier beats: a note with an earlier time is skipped. */
export function latestBefore(timeline: Timeline, beat: number): number {
  const at = segmentAt(timeline, beat)
  if (at.beat === beat) return at.latest
  return Math.max(at.latest, at.second, at.left, secondAt(timeline, beat))
}

function segmentAt(timeline: Timeline, beat: number): Segment {
  let low = 0
  let high = timeline.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (itemAt(timeline, middle).beat <= beat) low = middle
    else high = middle - 1
  }
  return itemAt(timeline, low)
}

/** Converts warps or fakes to spans of rows. */
function spansOf(changes: Timing['warps']): Span[] {
  return mergedSpans(
    changes.map(({ beat, value }) => {
      const from = nearestRow(beat)
      return { from, to: from + nearestRow(value) }
    }),
  )
}

interface BeatChange {
  bpm: number | null
  delay: number
  stop: number
  /** Number of warps that begin here, minus those that end. */
  warps: number
}

function changesByBeat(timing: Timing): [number, BeatChange][] {
  const byBeat = new Map<number, BeatChange>()
  const at = (beat: number): BeatChange => {
    const change = byBeat.get(beat) ?? { bpm: null, delay: 0, stop: 0, warps: 0 }
    byBeat.set(beat, change)
    return change
  }
  at(0)
  for (const { beat, value } of timing.bpms) if (beat > 0) at(beat).bpm = value
  for (const { beat, value } of timing.delays) if (beat >= 0) at(beat).delay += value
  for (const { beat, value } of timing.stops) if (beat >= 0) at(beat).stop += value
  for (const { from, to } of spansOf(timing.warps)) {
    at(Math.max(from, 0) / rowsPerBeat).warps += 1
    at(Math.max(to, 0) / rowsPerBeat).warps -= 1
  }
  return [...byBeat].sort(([a], [b]) => a - b)
}
