import type { AnalysisColumn } from '@stepledger/contracts/analysis/table.ts'
import {
  Bool,
  type Data,
  DateDay,
  Field,
  Float64,
  Int16,
  Int32,
  Int64,
  List,
  makeData,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow'

/** The values of a Parquet column: dates in days and times in microseconds since 1970. */
export type Values = ArrayLike<unknown>

/**
 * Converts a column to Arrow. Built by hand, because Arrow's builders evaluate code, which the content security policy
 * forbids. Throws a TypeError for values of another type.
 */
export function arrowColumn({ type }: Pick<AnalysisColumn, 'type'>, values: Values): Data {
  switch (type) {
    case 'BOOLEAN':
      return booleans(values)
    case 'VARCHAR':
      return strings(values)
    case 'SMALLINT':
      return makeData({ type: new Int16(), ...filled(new Int16Array(values.length), values, Number) })
    case 'INTEGER':
      return makeData({ type: new Int32(), ...filled(new Int32Array(values.length), values, Number) })
    case 'DOUBLE':
      return makeData({ type: new Float64(), ...filled(new Float64Array(values.length), values, Number) })
    case 'DATE':
      return makeData({ type: new DateDay(), ...filled(new Int32Array(values.length), values, Number) })
    case 'BIGINT':
      return makeData({ type: new Int64(), ...filled(new BigInt64Array(values.length), values, bigint) })
    case 'TIMESTAMP':
      return makeData({
        type: new TimestampMicrosecond(),
        ...filled(new BigInt64Array(values.length), values, bigint),
      })
    case 'SMALLINT[]':
      return lists(new Int16(), Int16Array, values)
    case 'INTEGER[]':
      return lists(new Int32(), Int32Array, values)
  }
}

function filled<Numbers extends { [index: number]: Value }, Value>(
  data: Numbers,
  values: Values,
  convert: (value: unknown) => Value,
) {
  const nulls = nullsOf(values)
  for (let i = 0; i < values.length; i++) if (!nulls.at(i)) data[i] = convert(values[i])
  return { data, length: values.length, ...nulls.given }
}

function booleans(values: Values): Data {
  const data = new Uint8Array(Math.ceil(values.length / 64) * 8)
  for (let i = 0; i < values.length; i++) {
    if (values[i] === true) data[i >> 3] = (data[i >> 3] ?? 0) | (1 << (i & 7))
  }
  return makeData({ type: new Bool(), data, length: values.length, ...nullsOf(values).given })
}

function strings(values: Values): Data {
  const encoder = new TextEncoder()
  const valueOffsets = new Int32Array(values.length + 1)
  let data = new Uint8Array(1 << 16)
  let end = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value === 'string') {
      // A UTF-16 unit takes at most three bytes in UTF-8.
      if (end + value.length * 3 > data.length) {
        const larger = new Uint8Array((end + value.length * 3) * 2)
        larger.set(data)
        data = larger
      }
      end += encoder.encodeInto(value, data.subarray(end)).written
    }
    valueOffsets[i + 1] = end
  }
  const type = new Utf8()
  return makeData({
    type,
    data: data.subarray(0, end),
    valueOffsets,
    length: values.length,
    ...nullsOf(values).given,
  })
}

function lists(type: Int16 | Int32, Numbers: typeof Int16Array | typeof Int32Array, values: Values): Data {
  const nulls = nullsOf(values)
  const valueOffsets = new Int32Array(values.length + 1)
  const parts: unknown[][] = []
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    const part = Array.isArray(value) ? value : []
    parts.push(part)
    valueOffsets[i + 1] = (valueOffsets[i] ?? 0) + part.length
  }
  const data = new Numbers(valueOffsets[values.length] ?? 0)
  let at = 0
  for (const part of parts) for (const value of part) data[at++] = Number(value)
  const child = makeData({ type, data, length: data.length })
  return makeData({
    type: new List(new Field('item', type, true)),
    valueOffsets,
    child,
    length: values.length,
    ...nulls.given,
  })
}

/** The null bitmap of a column, and a predicate for its nulls. */
function nullsOf(values: Values) {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 64) * 8)
  let nullCount = 0
  for (let i = 0; i < values.length; i++) {
    if (values[i] === null || values[i] === undefined) nullCount += 1
    else nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i & 7))
  }
  return {
    at: (i: number) => values[i] === null || values[i] === undefined,
    given: nullCount === 0 ? { nullCount } : { nullCount, nullBitmap },
  }
}

function bigint(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  return BigInt(Number(value))
}
