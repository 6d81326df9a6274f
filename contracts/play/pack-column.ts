import type { Column } from './columns.ts'
import { decimalOfFloat32 } from './float32-decimal.ts'
import { jsonText } from './json-text.ts'

/** So many values decide whether the text of doubles is worth writing out in full. */
const sampled = 64
/** An exception of a `mostly` column takes at least this many bytes: index, comma, value, comma. */
const bytesOfAnException = 4

/** The values as the smallest kind of column that gives every one of them back exactly. NaN comes back as null. */
export function packColumn(values: readonly unknown[]): Column {
  if (values.every((value) => typeof value === 'number')) {
    return values.some((value) => Number.isNaN(value)) ? packTexts(values) : packNumbers(values)
  }
  if (values.every((value) => typeof value === 'boolean')) return packBooleans(values)
  return packTexts(values)
}

/** The same for numbers; to be read with `unpackNumbers`, which gives NaN back too. */
export function packNumbers(values: ArrayLike<number>): Column {
  const direct = packBytes(values) ?? packFloats(values) ?? packDoubles(values)
  return packMostly(values, direct.bytes.length) ?? direct
}

function packBytes(values: ArrayLike<number>): Column | null {
  const bytes = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    bytes[i] = value
    if (!Object.is(bytes[i], value)) return null
  }
  return { kind: 'u8', bytes }
}

function packFloats(values: ArrayLike<number>): Column | null {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    const float = Math.fround(value)
    if (!Object.is(decimalOfFloat32(float), value)) return null
    view.setFloat32(i * 4, float, true)
  }
  return { kind: 'f32', bytes }
}

function packDoubles(values: ArrayLike<number>): Column {
  const sample = Array.from({ length: Math.min(sampled, values.length) }, (_, i) => values[i])
  if (jsonText(sample).length < sample.length * 8) {
    const text = packTexts(Array.from(values))
    if (text.bytes.length < values.length * 8) return text
  }
  const bytes = new Uint8Array(values.length * 8)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) view.setFloat64(i * 8, values[i] ?? 0, true)
  return { kind: 'f64', bytes }
}

function packBooleans(values: readonly boolean[]): Column {
  const bytes = new Uint8Array(Math.ceil(values.length / 8))
  values.forEach((value, i) => {
    if (value) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))
  })
  return packMostly(values, bytes.length) ?? { kind: 'bits', bytes }
}

function packTexts(values: readonly unknown[]): Column {
  const bytes = utf8(jsonText(values))
  return packMostly(values, bytes.length) ?? { kind: 'json', bytes }
}

/** The column as a usual value and its exceptions, if that takes fewer bytes than `otherwise`. */
function packMostly(values: ArrayLike<unknown>, otherwise: number): Column | null {
  const usual = majority(values)
  const mostExceptions = Math.ceil(otherwise / bytesOfAnException)
  const exceptions: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (Object.is(values[i], usual)) continue
    if (exceptions.push(i) >= mostExceptions) return null
  }
  const bytes = utf8(jsonText([usual, ...exceptions.flatMap((i) => [i, values[i]])]))
  return bytes.length < otherwise ? { kind: 'mostly', bytes } : null
}

/** The value that more than half of them are, if there is one (the vote of Boyer and Moore). */
function majority(values: ArrayLike<unknown>): unknown {
  let candidate: unknown
  let lead = 0
  for (let i = 0; i < values.length; i++) {
    if (lead === 0) candidate = values[i]
    lead += Object.is(values[i], candidate) ? 1 : -1
  }
  return candidate
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
