import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiJson } from './ascii-json.ts'

describe('JSON in ASCII alone', () => {
  it('means the same as the text it was made of', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = asciiJson(Buffer.from(JSON.stringify(value)))
        expect(text).toMatch(/^[\0-\x7f]*$/)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('cuts no letter of a long text in two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '夏', '🎵', '1234567890'), { maxLength: 400 }),
        (parts) => {
          const title = parts.join('')
          expect(JSON.parse(asciiJson(Buffer.from(JSON.stringify([title, title]))))).toEqual([title, title])
        },
      ),
    )
  })

  it('reads bytes that are not UTF-8 as everybody does', () => {
    const bytes = Buffer.concat([Buffer.from('"'), Buffer.from([0xe5, 0xa4, 0xff]), Buffer.from('"')])
    expect(JSON.parse(asciiJson(bytes))).toBe(JSON.parse(bytes.toString()))
  })

  it('leaves a text as it is that is in another script throughout: to escape it would cost more than it saves', () => {
    const text = JSON.stringify('夏の夜'.repeat(20_000))
    expect(asciiJson(Buffer.from(text))).toBe(text)
    const plain = JSON.stringify(['夏'.repeat(200), '0'.repeat(100_000), '夜'])
    expect(asciiJson(Buffer.from(plain))).toMatch(/^[\0-\x7f]*$/)
  })

  it('leaves letters outside of strings malformed', () => {
    expect(() => JSON.parse(asciiJson(Buffer.from('[1,夏]')))).toThrow(SyntaxError)
  })
})
