import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatStreamPosition, mostParked, parseStreamPosition } from './position.ts'

const offset = fc.nat({ max: 2 ** 31 - 1 })
const position = fc.record({
  hour: fc.nat({ max: 1_000_000 }),
  part: fc.nat({ max: 255 }),
  rules: offset,
  packs: fc.array(offset, { minLength: 12, maxLength: 12 }),
  parked: fc.array(fc.record({ partition: fc.nat({ max: 11 }), offset }), { maxLength: mostParked }),
})

describe('a position of the stream', () => {
  it('is restored by parsing its text', () => {
    fc.assert(
      fc.property(position, (given) => {
        expect(parseStreamPosition(formatStreamPosition(given))).toEqual(given)
      }),
    )
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
