import type { PackedRows } from './columns.ts'
import { unpackNumbers } from './unpack-column.ts'

/** Returns the song second of the last row of a play; 0 for a play without rows. Throws MalformedColumnError. */
export function lastTime({ times, count }: PackedRows): number {
  if (count === 0) return 0
  const { bytes } = times
  // The usual form, of which only the last value is read: every play is folded through here.
  if (times.kind === 'f32' && bytes.length === count * 4)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat32((count - 1) * 4, true)
  return unpackNumbers(times, count)[count - 1] ?? 0
}
