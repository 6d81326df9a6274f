import type { PlaySubmitted } from '../events/play-submitted.ts'
import type { Column, PackedPoints, PackedRows } from './columns.ts'
import { jsonText } from './json-text.ts'

/**
 * Unknown fields of a play take at most this many bytes of JSON text, and what stands in its rows beyond the usual
 * counts among them.
 */
export const maxRestBytes = 64 * 1024

/**
 * What usually follows time and offset in rows takes this many bytes a row, packed, over all rows: any seven numbers,
 * or four and a short text.
 */
export const usualRowBytes = 70

/**
 * A play holds more than is kept of it. `field`: where the limit was passed; the message says what is wrong with it.
 */
export class PlayTooLargeError extends Error {
  readonly field: string

  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/**
 * The JSON text of an object with the fields that are kept beside these rows. Throws PlayTooLargeError above
 * `maxRestBytes`, before it has made much of the text.
 */
export function restText(
  fields: Iterable<readonly [name: string, value: unknown]>,
  rows: PackedRows,
): string {
  const members: string[] = []
  // The braces, less the comma that the first member has not.
  let left = maxRestBytes - unusualBytes(rows) - 1
  if (left < 0) throw tooLarge('timingData')
  for (const [name, value] of fields) {
    if (leastLength(value, left) > left) throw tooLarge(name)
    const member = `${JSON.stringify(name)}:${jsonText(value)}`
    left -= Buffer.byteLength(member) + 1
    if (left < 0) throw tooLarge(name)
    members.push(member)
  }
  return `{${members.join(',')}}`
}

function tooLarge(field: string): PlayTooLargeError {
  const reason = `does not fit: unknown fields take at most ${maxRestBytes} bytes, all together, beside ${usualRowBytes} in a row`
  return new PlayTooLargeError(field, reason)
}

/** How long the JSON text of a value is at least; looks no further once that is more than `most`. */
function leastLength(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  const names = Array.isArray(value) ? [] : Object.keys(value)
  let length = names.reduce((sum, name) => sum + name.length + 3, 1)
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (length > most) break
    length += leastLength(item, most - length) + 1
  }
  return length
}

function unusualBytes(rows: PackedRows): number {
  return Math.max(0, bytesOf([rows.markers, ...rows.more]) - rows.count * usualRowBytes)
}

/** Names, sizes and numbers of an event, its claim, and its rows in the read models with their indexes. */
const overheadBytes = 3_000

/** What it takes to keep a play, roughly: its event, and what is noted beside it. */
export function keptBytes({ data, rest }: { data: Kept; rest: string }): number {
  const { songName, artist, pack, stepartist, description, length, modifiers, rows, lifebar, nps } = data
  const texts = [songName, artist, pack, stepartist, description ?? '', length, rest, jsonText(modifiers)]
  const columns = [rows.times, rows.offsets, rows.markers, ...rows.more, ...curve(lifebar), ...curve(nps)]
  return (
    overheadBytes +
    bytesOf(columns) +
    (rows.lengths?.length ?? 0) +
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  )
}

type Kept = Pick<
  PlaySubmitted['data'],
  | 'songName'
  | 'artist'
  | 'pack'
  | 'stepartist'
  | 'description'
  | 'length'
  | 'modifiers'
  | 'rows'
  | 'lifebar'
  | 'nps'
>

function curve(points: PackedPoints | null): readonly Column[] {
  return points ? Object.values(points.columns) : []
}

function bytesOf(columns: readonly (Column | null)[]): number {
  return columns.reduce((sum, column) => sum + (column?.bytes.length ?? 0), 0)
}
