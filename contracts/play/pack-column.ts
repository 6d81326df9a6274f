import { z } from 'zod'
import { type Column, maxDecimalPlaces } from './columns.ts'
import { decimalOfFloat32 } from './float32-decimal.ts'
import { jsonText } from './json-text.ts'

/** Minimum bytes of an exception in a `mostly` column: index, comma, value, comma. */
const minBytesPerException = 4

/** Packs values as the smallest kind of column that restores each exactly. NaN is restored as null. */
export function packColumn(values: readonly unknown[]): Column {
  const numbers = numbersOf(values)
  if (numbers) return packNumbers(numbers)
  const booleans = booleansOf(values)
  return booleans ? packBooleans(booleans) : packTexts(values)
}

/** Returns null if a value is not a number, or NaN. */
function numbersOf(values: readonly unknown[]): Float64Array | null {
  const numbers = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value !== 'number' || Number.isNaN(value)) return null
    numbers[i] = value
  }
  return numbers
}

/** Returns null if a value is not a boolean. */
function booleansOf(values: readonly unknown[]): Uint8Array | null {
  const booleans = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value !== 'boolean') return null
    booleans[i] = value ? 1 : 0
  }
  return booleans
}

/** The same for numbers. `unpackNumbers` restores NaN too. */
export function packNumbers(values: Float64Array): Column {
  const direct = packBytes(values) ?? packFloats(values) ?? packDecimals(values) ?? packDoubles(values)
  return packMostly(values, direct.bytes.length, (i) => values[i]) ?? direct
}

function packBytes(values: Float64Array): Column | null {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (!Object.is(value & 255, value)) return null
  }
  return { kind: 'u8', bytes: new Uint8Array(values) }
}

function packFloats(values: Float64Array): Column | null {
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

function packDecimals(values: Float64Array): Column | null {
  let places = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (Object.is(value, -0)) return null
    while (Math.round(value * 10 ** places) / 10 ** places !== value)
      if (++places > maxDecimalPlaces) return null
  }
  const bytes = new Uint8Array(1 + values.length * 4)
  const view = new DataView(bytes.buffer)
  bytes[0] = places
  for (let i = 0; i < values.length; i++) {
    const scaled = Math.round((values[i] ?? 0) * 10 ** places)
    view.setInt32(1 + i * 4, scaled, true)
    if (view.getInt32(1 + i * 4, true) !== scaled || scaled / 10 ** places !== values[i]) return null
  }
  return { kind: 'decimals', bytes }
}

function packDoubles(values: Float64Array): Column {
  const bytes = new Uint8Array(values.length * 8)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) view.setFloat64(i * 8, values[i] ?? 0, true)
  return { kind: 'f64', bytes }
}

/** The same for booleans, each 0 or 1. */
function packBooleans(values: Uint8Array): Column {
  const bytes = new Uint8Array(Math.ceil(values.length / 8))
  for (let i = 0; i < values.length; i++) if (values[i]) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))
  return packMostly(new Float64Array(values), bytes.length, (i) => values[i] === 1) ?? { kind: 'bits', bytes }
}

const negativeZero = Symbol('-0')

function packTexts(values: readonly unknown[]): Column {
  const bytes = utf8(jsonText(values))
  const codes = new Map<unknown, number>()
  const coded = Float64Array.from(values, (value) => {
    // A Map takes -0 for 0.
    const key = Object.is(value, -0) ? negativeZero : value
    const code = codes.get(key) ?? codes.size
    codes.set(key, code)
    return code
  })
  return packMostly(coded, bytes.length, (i) => values[i]) ?? { kind: 'json', bytes }
}

/**
 * Packs the column as a usual value and its exceptions, if most values are the usual one and it takes fewer bytes than
 * `otherwise`. `sent`: the JSON value of an element. Only takes numbers: reading lists of several types would create an
 * object for each.
 */
function packMostly(
  values: Float64Array,
  otherwise: number,
  sent: (index: number) => unknown,
): Column | null {
  const usual = indexOfMajority(values)
  let exceptions = 0
  for (let i = 0; i < values.length; i++) if (!Object.is(values[i], values[usual])) exceptions++
  if (exceptions * 2 >= values.length || exceptions * minBytesPerException > otherwise) return null
  const items = [sent(usual)]
  for (let i = 0; i < values.length; i++) if (!Object.is(values[i], values[usual])) items.push(i, sent(i))
  const bytes = utf8(jsonText(items))
  return bytes.length < otherwise ? { kind: 'mostly', bytes } : null
}

/** Returns where the majority value is, if there is one (Boyer–Moore majority vote). */
function indexOfMajority(values: Float64Array): number {
  let candidate = 0
  let lead = 0
  for (let i = 0; i < values.length; i++) {
    if (lead === 0) candidate = i
    lead += Object.is(values[i], values[candidate]) ? 1 : -1
  }
  return candidate
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Whether the byte order of this machine is that of packed columns. */
export const hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** Thrown when the bytes of a column do not match its declared values. */
export class MalformedColumnError extends Error {}

const jsonArray = z.array(z.unknown())
const exceptionIndex = z.int().min(0)

/** Unpacks the `count` values of a column. Throws MalformedColumnError. */
export function unpackColumn(column: Column, count: number): unknown[] {
  switch (column.kind) {
    case 'json':
      return parseTexts(column, count)
    case 'mostly':
      return parseMostly(column, count)
    case 'bits': {
      expectLength(column, Math.ceil(count / 8))
      const values: boolean[] = []
      for (let i = 0; i < count; i++) values.push((((column.bytes[i >> 3] ?? 0) >> (i & 7)) & 1) === 1)
      return values
    }
    default:
      return Array.from(unpackNumbers(column, count))
  }
}

/** Unpacks the `count` numbers of a column; NaN for values that are not numbers. Throws MalformedColumnError. */
export function unpackNumbers(column: Column, count: number): Float64Array {
  const { bytes, kind } = column
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (kind) {
    case 'f32': {
      const floats = unpackFloats(column, count)
      const values = new Float64Array(count)
      for (let i = 0; i < count; i++) values[i] = decimalOfFloat32(floats[i] ?? 0)
      return values
    }
    case 'decimals': {
      expectLength(column, 1 + count * 4)
      const places = view.getUint8(0)
      if (places > maxDecimalPlaces)
        throw new MalformedColumnError(
          `${kind} column: ${places} decimal places, at most ${maxDecimalPlaces}`,
        )
      const divisor = 10 ** places
      const values = new Float64Array(count)
      for (let i = 0; i < count; i++) values[i] = view.getInt32(1 + i * 4, true) / divisor
      return values
    }
    case 'f64': {
      expectLength(column, count * 8)
      const values = new Float64Array(count)
      for (let i = 0; i < count; i++) values[i] = view.getFloat64(i * 8, true)
      return values
    }
    case 'u8':
      expectLength(column, count)
      return new Float64Array(bytes)
    default:
      return Float64Array.from(unpackColumn(column, count), (value) =>
        typeof value === 'number' ? value : Number.NaN,
      )
  }
}

/**
 * Unpacks the `count` floats of a column of kind f32, not converted to decimals. Uses `buffer` if it is large enough;
 * the result is then valid until its next use. Throws MalformedColumnError.
 */
export function unpackFloats(column: Column, count: number, buffer?: Float32Array): Float32Array {
  expectLength(column, count * 4)
  const { bytes } = column
  const values = buffer && buffer.length >= count ? buffer.subarray(0, count) : new Float32Array(count)
  if (hostIsLittleEndian) new Uint8Array(values.buffer, values.byteOffset).set(bytes)
  else {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < count; i++) values[i] = view.getFloat32(i * 4, true)
  }
  return values
}

function parseTexts(column: Column, count: number): unknown[] {
  const values = parseArray(column)
  if (values.length !== count)
    throw new MalformedColumnError(`${column.kind} column: ${values.length} values, expected ${count}`)
  return values
}

function parseMostly(column: Column, count: number): unknown[] {
  const listed = parseArray(column)
  const values: unknown[] = new Array(count).fill(listed[0])
  for (let i = 1; i < listed.length; i += 2) {
    const index = exceptionIndex.safeParse(listed[i])
    if (!index.success || index.data >= count || i + 1 === listed.length)
      throw new MalformedColumnError(
        `${column.kind} column: no index below ${count} with a value at item ${i}`,
      )
    values[index.data] = listed[i + 1]
  }
  return values
}

function parseArray(column: Column): unknown[] {
  try {
    return jsonArray.parse(JSON.parse(new TextDecoder().decode(column.bytes)))
  } catch (cause) {
    throw new MalformedColumnError(`${column.kind} column: not the text of a JSON array`, { cause })
  }
}

function expectLength(column: Column, expected: number): void {
  if (column.bytes.length !== expected)
    throw new MalformedColumnError(
      `${column.kind} column: ${column.bytes.length} bytes, expected ${expected}`,
    )
}
