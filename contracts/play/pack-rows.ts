import { itemAt } from '../item-at.ts'
import type { PackedRows } from './columns.ts'
import {
  MalformedColumnError,
  packColumn,
  packNumbers,
  unpackColumn,
  unpackFloats,
  unpackNumbers,
} from './pack-column.ts'

/** A judged row as the game sends it: song seconds, offset in seconds or "Miss…", and up to seven further elements. */
export type TimingRow = readonly [time: number, offset: number | string, ...more: unknown[]]

/** The marker of a missed step in every version of the game. */
export const plainMiss = 'Miss'

/**
 * Judged rows by element. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss. `markers`: what was
 * sent in place of each missed offset, in order; null if all are "Miss". `more`: the third and each further element of
 * the rows that are long enough. `lengths`: elements per row if they differ, else `width` applies to all.
 */
export interface TimingColumns {
  readonly count: number
  readonly width: number | null
  readonly lengths: Uint8Array | null
  readonly times: Float64Array
  readonly offsets: Float64Array
  readonly markers: readonly string[] | null
  readonly more: readonly (readonly unknown[])[]
}

/** The rows must be validated: 2 to 9 elements each, and a text in place of an offset begins with "Miss". */
export function columnsOfRows(rows: readonly TimingRow[]): TimingColumns {
  const times = new Float64Array(rows.length)
  const offsets = new Float64Array(rows.length)
  const markers: string[] = []
  const lengths = new Uint8Array(rows.length)
  let longest = 2
  let shortest = 9
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (row === undefined) continue
    const offset = row[1]
    times[i] = row[0]
    offsets[i] = typeof offset === 'number' && Number.isFinite(offset) ? offset : Number.NaN
    if (isMiss(offset)) markers.push(typeof offset === 'string' ? offset : plainMiss)
    lengths[i] = row.length
    if (row.length > longest) longest = row.length
    if (row.length < shortest) shortest = row.length
  }
  const uniform = longest === shortest
  const longerThan = (index: number) => (uniform ? rows : rows.filter((row) => row.length > index))
  return {
    count: rows.length,
    width: uniform ? longest : null,
    lengths: uniform ? null : lengths,
    times,
    offsets,
    markers: markers.every((marker) => marker === plainMiss) ? null : markers,
    more: Array.from({ length: longest - 2 }, (_, extra) =>
      longerThan(extra + 2).map((row) => row[extra + 2]),
    ),
  }
}

/** Whether the second element of a row is a miss. A non-finite offset is one; JSON has it as 1e9999. */
function isMiss(offset: number | string): boolean {
  return typeof offset === 'string' || !Number.isFinite(offset)
}

/** Packs rows; `unpackRows` restores them exactly, except that a non-finite offset becomes "Miss". */
export function packRows(rows: TimingColumns): PackedRows {
  const { count, width, lengths, times, offsets, markers, more } = rows
  return {
    count,
    width,
    lengths,
    times: packNumbers(times),
    offsets: packNumbers(offsets),
    markers: markers && packColumn(markers),
    more: more.map(packColumn),
  }
}

/** A restored row; the caller may change it. */
type UnpackedRow = [time: number, offset: number | string, ...more: unknown[]]

/** Restores the rows as they were sent. Throws MalformedColumnError. */
export function unpackRows(packed: PackedRows): UnpackedRow[] {
  const times = unpackTimes(packed)
  const offsets = unpackOffsets(packed)
  const misses = offsets.reduce((sum, offset) => sum + (Number.isNaN(offset) ? 1 : 0), 0)
  const markers = packed.markers && unpackColumn(packed.markers, misses)
  const lengths = rowLengths(packed)
  const more = packed.more.map((column, extra) => ({
    elements: unpackColumn(
      column,
      lengths.reduce((sum, length) => sum + (length > extra + 2 ? 1 : 0), 0),
    ),
    read: 0,
  }))

  const rows: UnpackedRow[] = []
  let missed = 0
  for (let i = 0; i < packed.count; i++) {
    const offset = itemAt(offsets, i)
    const row: UnpackedRow = [itemAt(times, i), Number.isNaN(offset) ? marker(markers, missed++) : offset]
    for (let extra = 0; extra < itemAt(lengths, i) - 2; extra++) {
      const column = more[extra]
      if (column) row.push(column.elements[column.read++])
    }
    rows.push(row)
  }
  return rows
}

function marker(markers: readonly unknown[] | null, index: number): string {
  return markers ? String(markers[index]) : plainMiss
}

/** Song seconds of each row. */
export function unpackTimes(packed: PackedRows): Float64Array {
  return unpackNumbers(packed.times, packed.count)
}

/** Offset of each row in seconds, late positive; NaN for a miss. */
export function unpackOffsets(packed: PackedRows): Float64Array {
  return unpackNumbers(packed.offsets, packed.count)
}

/**
 * The same, as a Float32Array if packed as f32: each float then represents its decimal (decimalOfFloat32). `buffer`:
 * see unpackFloats.
 */
export function offsetsAsPacked({ offsets, count }: PackedRows, buffer?: Float32Array) {
  return offsets.kind === 'f32' ? unpackFloats(offsets, count, buffer) : unpackNumbers(offsets, count)
}

/** The third element of each row, undefined where the row is shorter: the arrow, in clients that send more than timing. */
export function unpackArrows(packed: PackedRows): unknown[] {
  const lengths = rowLengths(packed)
  const [column] = packed.more
  if (!column) return []
  const elements = unpackColumn(
    column,
    lengths.reduce((sum, length) => sum + (length > 2 ? 1 : 0), 0),
  )
  let read = 0
  return Array.from(lengths, (length) => (length > 2 ? elements[read++] : undefined))
}

function rowLengths({ count, width, lengths }: PackedRows): Uint8Array {
  if (width !== null) return new Uint8Array(count).fill(width)
  if (lengths?.length !== count)
    throw new MalformedColumnError(`rows: ${lengths?.length ?? 'no'} lengths, expected ${count}`)
  return lengths
}

/** Returns the song second of the last row of a play; 0 for a play without rows. Throws MalformedColumnError. */
export function lastTime({ times, count }: PackedRows): number {
  if (count === 0) return 0
  const { bytes } = times
  // The usual form, of which only the last value is read: every play is folded through here.
  if (times.kind === 'f32' && bytes.length === count * 4)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat32((count - 1) * 4, true)
  return unpackNumbers(times, count)[count - 1] ?? 0
}
