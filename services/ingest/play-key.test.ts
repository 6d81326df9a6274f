import { describe, expect, it } from 'vitest'
import { playKeyOf } from './play-key.ts'

describe('the idempotency key of a play', () => {
  it.each([
    ['the header', 'abc', null, 'abc'],
    ['the header in quotes, as in its standard', '"abc"', null, 'abc'],
    ['the body', null, 'abc', 'abc'],
    ['the header before the body', 'one', 'two', 'one'],
    ['the body when the header is empty', ' ', 'two', 'two'],
    ['nothing', null, null, null],
    ['nothing when both are empty', '""', '', null],
  ])('comes from %s', (_, header, inBody, key) => {
    expect(playKeyOf(header, inBody)).toEqual({ key, note: null })
  })

  it('is ignored with a note when too long', () => {
    expect(playKeyOf('x'.repeat(201), null)).toEqual({
      key: null,
      note: "The play's key was ignored: it has more than 200 characters",
    })
  })
})
