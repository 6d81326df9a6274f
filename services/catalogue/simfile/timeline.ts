import { itemAt } from '@stepledger/contracts/item-at.ts'
import { readSmTiming, readSscTiming } from './read-timing.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import type { SimfileKind, TimingTags } from './simfile-text.ts'
import {
  type ReadChanges,
  readChanges,
  rowsPerBeat,
  type TimingData,
  type TimingSegment,
  type TimingTag,
} from './timing-data.ts'

interface Stretch {
  readonly row: number
  /** Time of a note on the row: after its delay, before its stop. Seconds from beat 0. */
  readonly second: number
  /** Time after the stop of the row. */
  readonly left: number
  /** 0 in a warp. */
  readonly secondsPerRow: number
  readonly bpm: number
}

/** Maps rows to times. Sorted, never empty. */
export type Timeline = readonly Stretch[]

export interface ChartTiming {
  readonly timing: TimingData
  readonly timeline: Timeline
}

/**
 * Parses the timing of charts and caches what they share.
 *
 * The returned function throws SimfileError when a list, or all charts so far, have too many changes.
 */
export function timingReader(kind: SimfileKind): (tags: TimingTags) => ChartTiming {
  const known = new Map<readonly TimingTag[], ChartTiming | null>()
  let changes = 0
  const counted: ReadChanges = (tag, toBeat) => {
    const read = readChanges(tag, toBeat)
    changes += read.length
    if (changes > simfileLimits.timingChangesOfFile) {
      throw new SimfileError(
        'file',
        `has more than ${simfileLimits.timingChangesOfFile} changes of tempo in its charts`,
      )
    }
    return read
  }
  const timingOf = (tags: readonly TimingTag[]): ChartTiming | null => {
    const same = known.get(tags)
    if (same !== undefined) return same
    const timing = kind === 'ssc' ? readSscTiming(tags, counted) : readSmTiming(tags, counted)
    const read = timing && { timing, timeline: timelineOf(timing) }
    known.set(tags, read)
    return read
  }
  return ({ song, own }) => timingOf(own) ?? timingOf(song) ?? withoutTiming
}

/** TidyUpData: 60 BPM is the default. */
const noTiming: TimingData = { bpms: [{ row: 0, value: 60 }], stops: [], delays: [], warps: [], fakes: [] }
const withoutTiming: ChartTiming = { timing: noTiming, timeline: timelineOf(noTiming) }

/** GetElapsedTime for each row where the timing changes. */
function timelineOf(timing: TimingData): Timeline {
  const changes = changesByRow(timing)
  const [firstRow, first] = itemAt(changes, 0)
  let bpm = first.bpm ?? itemAt(timing.bpms, 0).value
  let destination = Number.NEGATIVE_INFINITY
  let at = (firstRow / rowsPerBeat) * (60 / bpm)
  let last: Stretch | undefined
  const timeline: Stretch[] = []
  for (const [row, change] of changes) {
    if (last) at = last.left + (row - last.row) * last.secondsPerRow
    bpm = change.bpm ?? bpm
    destination = Math.max(destination, change.warpTo)
    const second = at + change.delay
    const secondsPerRow = row < destination ? 0 : 60 / bpm / rowsPerBeat
    last = { row, second, left: second + change.stop, secondsPerRow, bpm }
    timeline.push(last)
  }
  return timeline
}

/** Time of a note on the row, seconds from beat 0. */
export function secondAt(timeline: Timeline, row: number): number {
  let low = 0
  let high = timeline.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (itemAt(timeline, middle).row <= row) low = middle
    else high = middle - 1
  }
  const at = itemAt(timeline, low)
  return at.row === row ? at.second : at.left + (row - at.row) * at.secondsPerRow
}

interface RowChange {
  bpm: number | null
  delay: number
  stop: number
  /** Row where the warp that begins here ends. */
  warpTo: number
}

function changesByRow({ bpms, stops, delays, warps }: TimingData): [number, RowChange][] {
  const byRow = new Map<number, RowChange>()
  const at = (row: number): RowChange => {
    const change = byRow.get(row) ?? { bpm: null, delay: 0, stop: 0, warpTo: Number.NEGATIVE_INFINITY }
    byRow.set(row, change)
    return change
  }
  const each = (segments: readonly TimingSegment[], change: (at: RowChange, value: number) => void) => {
    for (const { row, value } of segments) change(at(row), value)
  }
  each(bpms, (change, value) => {
    change.bpm = value
  })
  each(delays, (change, value) => {
    change.delay = value
  })
  each(stops, (change, value) => {
    change.stop = value
  })
  for (const { row, value } of warps) {
    at(row).warpTo = row + value
    at(row + value)
  }
  return [...byRow].sort(([a], [b]) => a - b)
}
