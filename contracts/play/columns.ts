import { z } from 'zod'
import { bytes } from '../events/bytes.ts'

/**
 * A column of JSON values, packed. `kind` says how `bytes` are read:
 * - f32: little-endian float32; each value is that float rounded to 14 significant digits, half to even, which is how the game prints it
 * - f64: little-endian float64
 * - u8: one byte a value
 * - bool: one byte a value, 0 or 1
 * - json: the UTF-8 text of a JSON array, for whatever fits no other kind, or is smaller so
 */
export const column = z.object({ kind: z.enum(['f32', 'f64', 'u8', 'bool', 'json']), bytes })
export type Column = z.infer<typeof column>

/**
 * The judged rows of a play. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss; `misses` names the marker of each
 * miss when it is not plain "Miss". `more`: the third and further elements, column by column; `lengths`: elements of each row (u8) when
 * they differ, else `width` says it for all.
 */
export const packedRows = z.object({
  count: z.int().min(1),
  width: z.int().min(2).max(9).nullable(),
  lengths: bytes.nullable(),
  times: column,
  offsets: column,
  misses: z.record(z.string(), z.string()).nullable(),
  more: z.array(column).max(7),
})
export type PackedRows = z.infer<typeof packedRows>

/** Points of a curve, a column for each of their names (`x`, `y`, and for notes per second perhaps `nps` and `measure`). */
export const packedPoints = z.object({ count: z.int().min(0), columns: z.record(z.string(), column) })
export type PackedPoints = z.infer<typeof packedPoints>
