import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, column } from './columns.ts'
import { decimalOfFloat32 } from './float32-decimal.ts'
import { NestedTooDeepError } from './json-text.ts'
import { MalformedColumnError, packColumn, packNumbers, unpackColumn, unpackNumbers } from './pack-column.ts'

const gameNumber = fc.float({ noNaN: true }).map(decimalOfFloat32)
/** Any result of JSON.parse, including infinities (1e9999) and -0. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 'Miss', '\ud800', null),
  fc.array(fc.constantFrom<unknown>(-0, { '': Number.POSITIVE_INFINITY })),
)
const anyColumn = fc.oneof(
  fc.array(anyValue),
  fc.array(gameNumber),
  fc.array(fc.double({ noNaN: true })),
  fc.array(fc.integer({ min: -3e9, max: 3e9 }).map((n) => n / 1e6)),
  fc.array(fc.integer({ min: -1, max: 256 }), { maxLength: 200 }),
  fc.array(fc.boolean(), { maxLength: 200 }),
  fc.array(fc.constantFrom<unknown>(0, 0, 0, 0, -0, 0.03, null), { maxLength: 200 }),
)

/** Simulates decoding: a view of a larger buffer, validated by the schema. */
function throughTheLedger(packed: Column): Column {
  const buffer = new Uint8Array(packed.bytes.length + 7)
  buffer.set(packed.bytes, 3)
  return column.parse({ kind: packed.kind, bytes: buffer.subarray(3, 3 + packed.bytes.length) })
}

describe('a column', () => {
  it('restores all JSON values', () => {
    fc.assert(
      fc.property(anyColumn, (values) => {
        const packed = throughTheLedger(packColumn(values))
        expect(unpackColumn(packed, values.length)).toStrictEqual(values)
      }),
      { numRuns: 1000 },
    )
  })

  it('restores all numbers, including NaN', () => {
    const numbers = fc.array(
      fc.oneof(gameNumber, fc.double(), fc.constant(Number.NaN), fc.integer({ min: 0, max: 255 })),
      { maxLength: 300 },
    )
    fc.assert(
      fc.property(numbers, (values) => {
        const packed = throughTheLedger(packNumbers(Float64Array.from(values)))
        expect([...unpackNumbers(packed, values.length)]).toStrictEqual(values)
      }),
    )
  })

  it('uses the smallest encoding', () => {
    const kindAndBytes = (values: readonly unknown[]) => {
      const packed = packColumn(values)
      return [packed.kind, packed.bytes.length]
    }
    const hundred = Array.from({ length: 100 }, (_, i) => i)
    expect(kindAndBytes(hundred)).toEqual(['u8', 100])
    expect(kindAndBytes(hundred.map((i) => decimalOfFloat32(Math.fround(i / 7))))).toEqual(['f32', 400])
    expect(kindAndBytes(hundred.map((i) => i / 7))).toEqual(['f64', 800])
    expect(kindAndBytes(hundred.map((i) => i / 10))).toEqual(['decimals', 401])
    expect(kindAndBytes(hundred.map((i) => i * 10))).toEqual(['f32', 400])
    expect(kindAndBytes(hundred.map((i) => i % 3 === 0))).toEqual(['bits', 13])
    expect(kindAndBytes(hundred.map(() => false))).toEqual(['mostly', 7])
    expect(kindAndBytes(hundred.map((i) => (i === 40 ? 0.0317 : 0)))).toEqual(['mostly', 13])
    expect(kindAndBytes(hundred.map(() => 'Miss'))).toEqual(['mostly', 8])
  })

  it('distinguishes -0 and 0', () => {
    expect(unpackColumn(packColumn([0, -0, 0]), 3)).toStrictEqual([0, -0, 0])
    expect(unpackColumn(packColumn([1, { a: [-0] }]), 2)).toStrictEqual([1, { a: [-0] }])
  })

  it('rejects values that nest too deep', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = [deep]
    expect(() => packColumn([deep])).toThrow(NestedTooDeepError)
  })

  it('throws if its bytes do not match the number of values', () => {
    const text = (json: string) => new TextEncoder().encode(json)
    const broken: Column[] = [
      { kind: 'f32', bytes: new Uint8Array(7) },
      { kind: 'f64', bytes: new Uint8Array(17) },
      { kind: 'decimals', bytes: new Uint8Array(8) },
      { kind: 'decimals', bytes: new Uint8Array(9).fill(10) },
      { kind: 'u8', bytes: new Uint8Array(3) },
      { kind: 'bits', bytes: new Uint8Array(2) },
      { kind: 'json', bytes: text('[1]') },
      { kind: 'json', bytes: text('{"a":1}') },
      { kind: 'json', bytes: text('[1,') },
      { kind: 'mostly', bytes: text('[1,2,3]') },
      { kind: 'mostly', bytes: text('[1,0]') },
      { kind: 'mostly', bytes: text('[1,-1,0]') },
    ]
    for (const column of broken) {
      expect(() => unpackColumn(column, 2)).toThrow(MalformedColumnError)
      expect(() => unpackNumbers(column, 2)).toThrow(MalformedColumnError)
    }
  })
})
