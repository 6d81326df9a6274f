import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasMoreThan, type JsonShape, jsonShape } from './json-shape.ts'

const noLimit: JsonShape = { depth: Infinity, lists: Infinity, keys: Infinity, newKeys: Infinity }
const shapeOf = (text: string, most: Partial<JsonShape> = {}) =>
  jsonShape(Buffer.from(text), { ...noLimit, ...most })

/** Computes the shape from the parsed value. */
function shapeOfValue(value: unknown, known = new Set<string>()): JsonShape {
  if (typeof value !== 'object' || value === null) return { depth: 0, lists: 0, keys: 0, newKeys: 0 }
  const inner = Object.values(value).map((item) => shapeOfValue(item, known))
  const own = Array.isArray(value) ? [] : Object.keys(value)
  const isNew = own.length > 0 && !known.has(JSON.stringify(own))
  known.add(JSON.stringify(own))
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    lists: inner.reduce((sum, { lists }) => sum + lists, 1),
    keys: inner.reduce((sum, { keys }) => sum + keys, own.length),
    newKeys: inner.reduce((sum, { newKeys }) => sum + newKeys, isNew ? own.length : 0),
  }
}

/** Brackets, quotes and backslashes anywhere, and characters of every length in UTF-8. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ':', ',', '"', '\\', '\\"', '\n', '夏', '🎵') }),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(text, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('any')),
    fc.dictionary(text, tie('any')),
  ),
})).any

describe('the shape of JSON, counted on its bytes', () => {
  it('equals the shape of the parsed value', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (given, indent) => {
        const written = JSON.stringify(given, null, indent)
        expect(shapeOf(written)).toEqual(shapeOfValue(JSON.parse(written)))
      }),
      { numRuns: 1000 },
    )
  })

  it('equals the shape of the parsed value with escaped texts', () => {
    const escaped = (written: string) =>
      written.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    fc.assert(
      fc.property(value, (given) => {
        const written = escaped(JSON.stringify(given))
        expect(shapeOf(written)).toEqual(shapeOfValue(JSON.parse(written)))
      }),
    )
  })

  it('counts keys of equal objects once, and keys of different objects all', () => {
    const points = Array.from({ length: 100 }, (_, i) => ({ x: i, y: i, nps: i, measure: i }))
    expect(shapeOf(JSON.stringify(points))).toMatchObject({ keys: 400, newKeys: 4 })
    const unlike = points.map((_, i) => ({ [`a${i}`]: 0, [`b${i}`]: 0 }))
    expect(shapeOf(JSON.stringify(unlike))).toMatchObject({ keys: 200, newKeys: 200 })
    expect(shapeOf('[{"a":0,"b":0},{"b":0,"a":0},{"ab":0},{"a":0,"b":0}]')).toMatchObject({ newKeys: 5 })
  })

  it('stops as soon as a limit is exceeded', () => {
    expect(shapeOf('['.repeat(1000), { depth: 3 })).toMatchObject({ depth: 4, lists: 4 })
    expect(shapeOf(`[${'[],'.repeat(1000)}`, { lists: 5 })).toMatchObject({ depth: 2, lists: 6 })
    expect(shapeOf(`{${'"a":1,'.repeat(1000)}`, { keys: 2 })).toMatchObject({ keys: 3, lists: 1 })
    const unlike = Array.from({ length: 1000 }, (_, i) => `{"${i}":0}`)
    expect(shapeOf(`[${unlike}]`, { newKeys: 4 })).toMatchObject({ newKeys: 5, lists: 6 })
  })

  it.each(['', '"', '"\\', '"\\"', '[["', '}}}', 'nonsense', '"[[[', '\\"['])(
    'counts malformed JSON (%j) to its end',
    (written) => {
      expect(shapeOf(written).depth).toBeLessThanOrEqual(2)
    },
  )
})

describe('the quick upper bound', () => {
  it('is never lower than the exact counts', () => {
    fc.assert(
      fc.property(value, (given) => {
        const written = JSON.stringify(given)
        const { lists, keys } = shapeOf(written)
        if (lists + keys > 0) expect(hasMoreThan(Buffer.from(written), lists + keys - 1)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('stops at its limit', () => {
    expect(hasMoreThan(Buffer.from('[{"a":1}]'), 3)).toBe(false)
    expect(hasMoreThan(Buffer.from('[{"a":1},[]]'), 3)).toBe(true)
  })
})
