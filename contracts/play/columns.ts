import { z } from 'zod'
import { bytes } from '../events/bytes.ts'

/** Limit of judged rows in a recorded play. New plays have a lower limit; older plays must stay readable. */
export const maxRows = 200_000
/** Limit of points in a curve. */
export const maxPoints = 1_000_000

/** Limit of decimal places in a `decimals` column. */
export const maxDecimalPlaces = 9

/**
 * A packed column of JSON values. `kind` is the encoding of `bytes`:
 * - f32: little-endian float32; each value is that float rounded to 14 significant digits, half to even, which is how
 * the game prints it
 * - decimals: one byte with the number of decimal places, then little-endian int32 to be divided by that power of ten
 * - f64: little-endian float64
 * - u8: one byte per value
 * - bits: booleans, eight per byte, the first in the lowest bit
 * - mostly: the UTF-8 text of a JSON array: the usual value, then index and value of each exception, in order
 * - json: the UTF-8 text of a JSON array of the values, for values that fit no other kind
 *
 * In the JSON texts -0 is written `-0` and an infinity `1e9999`, which every JSON reader parses back.
 */
export const column = z.object({
  kind: z.enum(['f32', 'decimals', 'f64', 'u8', 'bits', 'mostly', 'json']),
  bytes,
})
export type Column = z.infer<typeof column>

/**
 * The judged rows of a play. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss. `markers`: the
 * original value of each missed offset, in order; null if all are plain "Miss". `more`: one column for the third and
 * each further element, with a value for every row that is long enough. `lengths`: elements per row (one byte each) if
 * they differ, else `width` applies to all.
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

/** Points of a curve, with one column per name (`x`, `y`, and for notes per second optionally `nps` and `measure`). */
export const packedPoints = z.object({
  count: z.int().min(0).max(maxPoints),
  columns: z.record(z.string(), column),
})
export type PackedPoints = z.infer<typeof packedPoints>
