import { decimalOfFloat32 } from '@stepledger/contracts/play/float32-decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRules } from '../../tests/generators/rules.ts'
import { lastFloat32UpTo, offsetClasses } from './windows.ts'

const edges = [0.0215, 0.043, 0.102, 0.135, 0.18, 0.0085]
const near = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 }))
  .map(([edge, steps]) => neighbour(Math.fround(edge), steps))
const float = fc.oneof(
  near,
  near.map((f) => -f),
  fc.constantFrom(Number.NaN, 0, -0, Math.fround(1e-45)),
  fc.float({ min: Math.fround(-0.25), max: Math.fround(0.25), noNaN: true }),
)

function neighbour(value: number, steps: number): number {
  const floats = Float32Array.of(value)
  const bits = new Uint32Array(floats.buffer)
  bits[0] = (bits[0] ?? 0) + steps
  return floats[0] ?? 0
}

describe('offsets stored as floats', () => {
  it('have the classes and statistics of their decimals, under any rules', () => {
    fc.assert(
      fc.property(anyRules, fc.array(float, { minLength: 1, maxLength: 60 }), (rules, floats) => {
        const classes = offsetClasses(rules.systems)
        const asFloats = classes.tally(Float32Array.from(floats))
        const asDecimals = classes.tally(Float64Array.from(floats, decimalOfFloat32))
        expect(asFloats.rows).toEqual(asDecimals.rows)
        expect(asFloats.statistics === null).toBe(asDecimals.statistics === null)
        for (const name of ['meanAbsolute', 'mean', 'deviation', 'max'] as const)
          expect(asFloats.statistics?.[name] ?? 0).toBeCloseTo(asDecimals.statistics?.[name] ?? 0, 9)
      }),
      { numRuns: 500 },
    )
  })

  it('belong to the window that ends at their decimal, whether the float is below or above it', () => {
    fc.assert(
      fc.property(fc.float({ min: Math.fround(1e-6), max: 1, noNaN: true, minExcluded: true }), (float) => {
        const end = decimalOfFloat32(float)
        expect(lastFloat32UpTo(end)).toBe(float)
        expect(lastFloat32UpTo(end * (1 - Number.EPSILON))).toBe(neighbour(float, -1))
      }),
      { numRuns: 2000 },
    )
  })
})
