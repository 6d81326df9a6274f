import type { PackedRows } from './columns.ts'
import { plainMiss } from './pack-rows.ts'
import { MalformedColumnError, unpackColumn, unpackNumbers } from './unpack-column.ts'

/** A row as it was sent, its own to change. */
export type UnpackedRow = [time: number, offset: number | string, ...more: unknown[]]

/** The rows as they were sent. Throws MalformedColumnError. */
export function unpackRows(packed: PackedRows): UnpackedRow[] {
  const times = unpackTimes(packed)
  const offsets = unpackOffsets(packed)
  const lengths = rowLengths(packed)
  const misses = offsets.reduce((sum, offset) => sum + (Number.isNaN(offset) ? 1 : 0), 0)
  const markers = packed.markers ? unpackColumn(packed.markers, misses) : []

  let missed = 0
  const rows = Array.from(offsets, (offset, i): UnpackedRow => {
    const marker = Number.isNaN(offset) ? String(markers[missed++] ?? plainMiss) : null
    return [times[i] ?? 0, marker ?? offset]
  })
  packed.more.forEach((column, extra) => {
    const longEnough = rows.filter((_, i) => (lengths[i] ?? 0) > extra + 2)
    const elements = unpackColumn(column, longEnough.length)
    longEnough.forEach((row, i) => {
      row.push(elements[i])
    })
  })
  return rows
}

/** Song seconds of each row. */
export function unpackTimes(packed: PackedRows): Float64Array {
  return unpackNumbers(packed.times, packed.count)
}

/** Offset of each row in seconds, late positive; NaN for a miss. */
export function unpackOffsets(packed: PackedRows): Float64Array {
  return unpackNumbers(packed.offsets, packed.count)
}

function rowLengths({ count, width, lengths }: PackedRows): Uint8Array {
  if (width !== null) return new Uint8Array(count).fill(width)
  if (lengths?.length !== count)
    throw new MalformedColumnError(`rows: ${lengths?.length ?? 'no'} lengths, expected ${count}`)
  return lengths
}
