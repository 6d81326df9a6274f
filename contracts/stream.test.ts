import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatStreamPosition, maxParked, parseStreamPosition, streamPositionIn } from './stream.ts'

const offset = fc.nat({ max: 2 ** 31 - 1 })
const position = fc.record({
  hour: fc.nat({ max: 1_000_000 }),
  part: fc.nat({ max: 255 }),
  rules: offset,
  packs: fc.constantFrom(12, 24, 96).chain((n) => fc.array(offset, { minLength: n, maxLength: n })),
  parked: fc.array(fc.record({ partition: fc.nat({ max: 95 }), offset }), { maxLength: maxParked }),
})

describe('a position of the stream', () => {
  it('is restored by parsing its text', () => {
    fc.assert(
      fc.property(position, (given) => {
        expect(parseStreamPosition(formatStreamPosition(given))).toEqual(given)
      }),
    )
  })

  it('of a ledger that had fewer partitions keeps all but what it says about packs', () => {
    const given = {
      hour: 5,
      part: 2,
      rules: 7,
      packs: Array(12).fill(3),
      parked: [{ partition: 1, offset: 2 }],
    }
    expect(streamPositionIn(12, given)).toBe(given)
    expect(streamPositionIn(24, given)).toEqual({ ...given, packs: Array(24).fill(0), parked: [] })
  })

  it.each([
    '',
    '0',
    '1.2.3',
    `${'0.'.repeat(15)}0`,
    `${'0.'.repeat(14)}-1`,
    `0.zz${'.0'.repeat(13)}`,
    `${'0.'.repeat(14)}0~1`,
  ])('is not parsed from %j', (text) => {
    expect(parseStreamPosition(text)).toBeNull()
  })
})
