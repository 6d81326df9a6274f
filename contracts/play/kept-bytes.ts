import type { PlaySubmitted } from '../events/play-submitted.ts'
import type { Column, PackedPoints, PackedRows } from './columns.ts'
import { jsonText } from './json-text.ts'

/** Limit of JSON text for unknown fields of a play, bytes. Row elements beyond the usual size count towards it. */
export const maxRestBytes = 64 * 1024

/**
 * Packed bytes per row, averaged over all rows, that elements after time and offset may take: enough for any seven
 * numbers, or four and a short text.
 */
export const usualRowBytes = 70

/** Whether these rows stay within the limit for unknown fields. */
export function rowsFit(rows: PackedRows): boolean {
  return unusualBytes(rows) <= maxRestBytes
}

/**
 * Returns the JSON text of the unknown fields that fit beside these rows, in order, within `maxRestBytes`. A field that
 * does not fit is dropped; smaller ones after it are kept. Never builds a text much longer than the remaining limit.
 */
export function restText(
  fields: Iterable<readonly [name: string, value: unknown]>,
  rows: PackedRows,
): { rest: string; dropped: Dropped[] } {
  const members: string[] = []
  const dropped: Dropped[] = []
  // The braces, minus the comma that the first member does not have.
  let left = maxRestBytes - unusualBytes(rows) - 1
  for (const [name, value] of fields) {
    const member = leastLength(value, left) > left ? null : `${JSON.stringify(name)}:${jsonText(value)}`
    const bytes = member === null ? Number.POSITIVE_INFINITY : Buffer.byteLength(member) + 1
    if (member !== null && bytes <= left) {
      left -= bytes
      members.push(member)
    } else dropped.push(droppedFrom(name, doesNotFit))
  }
  return { rest: `{${members.join(',')}}`, dropped }
}

export const doesNotFit = `was dropped: unknown fields take at most ${maxRestBytes} bytes, all together, beside ${usualRowBytes} in a row`

/** Returns a lower bound of the length of a value's JSON text; stops once it exceeds `limit`. */
function leastLength(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  const names = Array.isArray(value) ? [] : Object.keys(value)
  let length = names.reduce((sum, name) => sum + name.length + 3, 1)
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (length > limit) break
    length += leastLength(item, limit - length) + 1
  }
  return length
}

function unusualBytes(rows: PackedRows): number {
  return Math.max(0, bytesOf([rows.markers, ...rows.more]) - rows.count * usualRowBytes)
}

/**
 * Overhead of a play, bytes: the envelope of the event, its claim, and its rows in the read models with their indexes.
 */
const overheadBytes = 3_000

/** Estimates the storage of a play, bytes: its event and the rows derived from it. */
export function storedBytes({ data, rest }: { data: Kept; rest: string }): number {
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

/** A part of a body that is not stored. `field`: the name of its field, cut at 40 characters. */
export interface Dropped {
  readonly field: string
  readonly reason: string
}

/** Limit of entries in a response. */
export const maxDropped = 20

/** Maximum characters of a field's name in a response. */
const maxNamed = 40

export function droppedFrom(field: string, reason: string): Dropped {
  return { field: field.length > maxNamed ? `${field.slice(0, maxNamed).toWellFormed()}…` : field, reason }
}

/** The last one states how many were omitted. */
export function namedDrops(dropped: readonly Dropped[]): Dropped[] {
  if (dropped.length <= maxDropped) return [...dropped]
  const named = dropped.slice(0, maxDropped - 1)
  return [...named, { field: 'body', reason: `${dropped.length - named.length} more fields were dropped` }]
}

/** Returns the longest prefix of the text that fits in `bytes` bytes of UTF-8, without splitting a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const start = Buffer.from(text.slice(0, bytes))
  let end = Math.min(bytes, start.length)
  // Moves back while the cut is at a UTF-8 continuation byte.
  while (end > 0 && ((start[end] ?? 0) & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}
