import { itemAt } from '@stepledger/contracts/item-at.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'

/**
 * The timing of a chart as the engine keeps it (TimingData.cpp): changes by row, at most one of a kind on a row. The
 * functions have the names of the engine's.
 */

/** `row`: where it begins, a 48th of a beat. `value`: BPM; seconds of a stop or delay; rows of a warp or fake. */
export interface TimingSegment {
  readonly row: number
  readonly value: number
}

/** Each list is sorted by row. */
export interface TimingData {
  readonly bpms: readonly TimingSegment[]
  readonly stops: readonly TimingSegment[]
  readonly delays: readonly TimingSegment[]
  readonly warps: readonly TimingSegment[]
  readonly fakes: readonly TimingSegment[]
}

/** The index of the last segment that begins at the row or before it; 0 when all begin later, -1 when there are none. */
function getSegmentIndexAtRow(segments: readonly TimingSegment[], row: number): number {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (itemAt(segments, middle).row <= row) low = middle
    else high = middle - 1
  }
  return high
}

/**
 * AddSegment for stops, delays, warps and fakes. A later entry replaces one on the same row; one that is not positive
 * removes it.
 */
export function addSegment(segments: TimingSegment[], segment: TimingSegment): void {
  const index = getSegmentIndexAtRow(segments, segment.row)
  const current = segments[index]
  if (current === undefined) segments.push(segment)
  else if (current.row === segment.row) segments.splice(index, 1, ...(segment.value > 0 ? [segment] : []))
  else if (segment.value > 0) insert(segments, index, segment)
}

/** AddSegment for BPMs: without changes to the BPM that is in force anyway, at the time of adding. */
export function addBpmSegment(segments: TimingSegment[], segment: TimingSegment): void {
  const index = getSegmentIndexAtRow(segments, segment.row)
  const current = segments[index]
  if (current === undefined) {
    segments.push(segment)
    return
  }
  const isOnRow = current.row === segment.row
  const replaced = isOnRow && index > 0 ? 1 : 0
  const previous = itemAt(segments, index - replaced)
  const next = segments[index + 1]
  const isKnown = isSameBpm(segment, previous)
  if (next && isSameBpm(segment, next)) {
    segments.splice(index + 1, 1, ...(isKnown ? [] : [segment]))
    segments.splice(index, replaced)
  } else if (isKnown) segments.splice(index, replaced)
  else if (isOnRow) segments.splice(index, 1, segment)
  else insert(segments, index, segment)
}

function insert(segments: TimingSegment[], index: number, segment: TimingSegment): void {
  segments.splice(itemAt(segments, index).row <= segment.row ? index + 1 : index, 0, segment)
}

/** In beats per second. */
const epsilon = 1e-6

function isSameBpm(a: TimingSegment, b: TimingSegment): boolean {
  return Math.abs(a.value - b.value) / 60 <= epsilon
}

/** Of overlapping segments, only the one that began last is in force. */
function isInside(segments: readonly TimingSegment[], row: number): boolean {
  const segment = segments[getSegmentIndexAtRow(segments, row)]
  return segment !== undefined && segment.row <= row && row < segment.row + segment.value
}

function isOn(segments: readonly TimingSegment[], row: number): boolean {
  return segments[getSegmentIndexAtRow(segments, row)]?.row === row
}

/** Whether a warp skips the row. A stop or delay within a warp makes its row playable. */
export function isWarpAtRow({ warps, stops, delays }: TimingData, row: number): boolean {
  return isInside(warps, row) && !isOn(stops, row) && !isOn(delays, row)
}

/** Whether notes of the row are shown, but not judged. */
export function isFakeAtRow({ fakes }: TimingData, row: number): boolean {
  return isInside(fakes, row)
}

/** A tag with a list of timing. `version`: the #VERSION of an .ssc where the tag stands. */
export interface TimingTag {
  readonly name: string
  readonly text: string
  readonly version: number
}

/** An entry `beat=value` of a list, in single precision, as the engine has them. */
export interface Change {
  readonly beat: number
  readonly value: number
}

/** Reads the entries `beat=value` of a tag; `toBeat`: as the engine reads a beat of this list. */
export type ReadChanges = (tag: TimingTag, toBeat?: (text: string) => number) => Change[]

/** @throws SimfileError when the list has too many entries. */
export function readChanges({ name, text }: TimingTag, toBeat = stringToFloat): Change[] {
  const entries = entriesOf(text)
  if (entries.length > simfileLimits.timingChanges) {
    throw new SimfileError(name, `has more than ${simfileLimits.timingChanges} entries`)
  }
  const changes: Change[] = []
  for (const [beat, value, ...more] of entries) {
    if (beat === undefined || value === undefined || more.length > 0) continue
    const change = { beat: toBeat(beat), value: stringToFloat(value) }
    if (Math.abs(change.beat) <= simfileLimits.beat) changes.push(change)
  }
  return changes
}

/** The values of the entries of a list, without empty ones; of too many entries one more than allowed. */
export function entriesOf(text: string): string[][] {
  return text
    .split(',', simfileLimits.timingChanges + 1)
    .map((entry) => entry.split('=', simfileLimits.values).filter((value) => value !== ''))
}

/** StringToFloat: the leading number of a text in single precision; 0 when there is none. */
export function stringToFloat(text: string): number {
  const value = Math.fround(leadingNumber(text))
  return Number.isFinite(value) ? value : 0
}

/** RowToBeat: a beat; a row marked by `r` is divided by -1, which the engine passes as the number of rows per beat. */
export function rowToBeat(text: string): number {
  return /^r|r$/i.test(text) ? -stringToFloat(text.replaceAll(/^r+|r+$/gi, '')) : stringToFloat(text)
}

const number = /^\s*([+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,5})?)/i

/** Parses the leading number of a text; 0 when there is none. */
export function leadingNumber(text: string): number {
  const whole = Number(text)
  const value = Number.isNaN(whole) ? Number(number.exec(text)?.[1] ?? 0) : whole
  return Number.isFinite(value) ? value : 0
}

/** ROWS_PER_BEAT: the game's finest resolution of notes. */
export const rowsPerBeat = 48
/** The game ignores the time signature when it divides a measure. */
export const beatsPerMeasure = 4
export const rowsPerMeasure = rowsPerBeat * beatsPerMeasure

/**
 * BeatToNoteRow: rounds a beat to a row, ties to even. The game calculates in single precision, which decides about
 * ties.
 */
export function beatToNoteRow(beat: number): number {
  const exact = Math.fround(Math.fround(beat) * rowsPerBeat)
  const below = Math.floor(exact)
  if (exact - below !== 0.5) return Math.round(exact)
  return below % 2 === 0 ? below : below + 1
}
