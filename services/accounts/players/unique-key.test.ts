import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniqueKey } from './unique-key.ts'

describe('the unique key of an alias or email', () => {
  it.each([
    ['Stepper', 'sTEPPER'],
    ['Zoë', 'ZOE\u0308'],
    ['ｗｉｄｅ', 'wide'],
    ['Ǆ', 'ǆ'],
    ['ab\u200dc', 'abc'],
  ])('is equal for %s and %s', (one, other) => {
    expect(uniqueKey(one)).toBe(uniqueKey(other))
  })

  it('differs for other letters', () => {
    expect(uniqueKey('zoe')).not.toBe(uniqueKey('zoë'))
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => uniqueKey(uniqueKey(text)) === uniqueKey(text)),
    )
  })
})
