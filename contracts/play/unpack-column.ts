import { z } from 'zod'
import { type Column, maxDecimalPlaces } from './columns.ts'
import { decimalOfFloat32 } from './float32-decimal.ts'
import { hostIsLittleEndian } from './pack-column.ts'

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
