import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairRanges } from './postgres-reader.ts'

describe('fair ranges', () => {
  it('shares a batch evenly between partitions with a backlog', () => {
    expect(fairRanges([0, 5, 0], [100, 105, 0], 10)).toEqual([
      { partition: 0, from: 0, to: 5 },
      { partition: 1, from: 5, to: 10 },
    ])
  })

  it('gives the unused share of a short partition to the others', () => {
    expect(fairRanges([0, 0], [1, 100], 10)).toEqual([
      { partition: 0, from: 0, to: 1 },
      { partition: 1, from: 0, to: 9 },
    ])
  })

  it('returns no ranges without a backlog', () => {
    expect(fairRanges([3, 4], [3, 4], 10)).toEqual([])
  })

  it('never exceeds the end or the maximum, and uses the whole maximum', () => {
    const partitions = fc.array(fc.record({ from: fc.nat(50), more: fc.nat(50) }), { maxLength: 12 })
    fc.assert(
      fc.property(partitions, fc.integer({ min: 1, max: 100 }), (given, max) => {
        const to = given.map((p) => p.from + p.more)
        const ranges = fairRanges(
          given.map((p) => p.from),
          to,
          max,
        )
        const selected = ranges.reduce((sum, r) => sum + r.to - r.from, 0)
        expect(selected).toBe(
          Math.min(
            max,
            given.reduce((sum, p) => sum + p.more, 0),
          ),
        )
        for (const r of ranges) {
          expect(r.from).toBe(given[r.partition]?.from)
          expect(r.to).toBeGreaterThan(r.from)
          expect(r.to).toBeLessThanOrEqual(to[r.partition] ?? -1)
        }
      }),
    )
  })
})
