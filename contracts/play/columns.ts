import { z } from 'zod'
import { bytes } from '../events/bytes.ts'

/** A recorded play has at most this many judged rows. Fewer are taken now; plays of before are read for good. */
export const maxRows = 200_000
/** A curve has at most this many points. */
export const maxPoints = 1_000_000

/** A `decimals` column has at most this many decimal places. */
export const mostDecimalPlaces = 9

/**
 * A column of JSON values, packed. `kind` says how `bytes` are read:
 * - f32: little-endian float32; each value is that float rounded to 14 significant digits, half to even, which is how
 *   the game prints it
 * - decimals: a byte that says how many decimal places, then little-endian int32 to be divided by that power of ten
 * - f64: little-endian float64
 * - u8: one byte a value
 * - bits: booleans, eight a byte, the first in the lowest bit
 * - mostly: the UTF-8 text of a JSON array: the usual value, then index and value of each exception, in order
 * - json: the UTF-8 text of a JSON array of the values, for whatever fits no other kind
 *
 * In the JSON texts -0 is written `-0` and an infinity `1e9999`, which every JSON reader gives back.
 */
export const column = z.object({
  kind: z.enum(['f32', 'decimals', 'f64', 'u8', 'bits', 'mostly', 'json']),
  bytes,
})
export type Column = z.infer<typeof column>

/**
 * The judged rows of a play. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss. `markers`: what
 * stood in the place of each missed offset, in order; null when that is plain "Miss" everywhere. `more`: the third and
 * further elements, a column each, with a value for every row that is long enough. `lengths`: elements of each row (a
 * byte each) when they differ, else `width` says it for all.
 */
export const packedRows = z.object({
  count: z.int().min(1).max(maxRows),
  width: z.int().min(2).max(9).nullable(),
  lengths: bytes.nullable(),
  times: column,
  offsets: column,
  markers: column.nullable(),
  more: z.array(column).max(7),
})
export type PackedRows = z.infer<typeof packedRows>

/**
 * Points of a curve, a column for each of their names (`x`, `y`, and for notes per second perhaps `nps` and `measure`).
 */
export const packedPoints = z.object({
  count: z.int().min(0).max(maxPoints),
  columns: z.record(z.string(), column),
})
export type PackedPoints = z.infer<typeof packedPoints>
