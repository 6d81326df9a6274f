import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiJson } from './ascii-json.ts'

describe('ASCII JSON', () => {
  it('represents the same value as the original text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = asciiJson(Buffer.from(JSON.stringify(value)))
        expect(text).toMatch(/^[\0-\x7f]*$/)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('does not split characters of a long text', () => {
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

  it('decodes invalid UTF-8 like TextDecoder', () => {
    const bytes = Buffer.concat([Buffer.from('"'), Buffer.from([0xe5, 0xa4, 0xff]), Buffer.from('"')])
    expect(JSON.parse(asciiJson(bytes))).toBe(JSON.parse(bytes.toString()))
  })

  it('does not escape texts that are mostly non-ASCII, because it would be slower', () => {
    const text = JSON.stringify('夏の夜'.repeat(20_000))
    expect(asciiJson(Buffer.from(text))).toBe(text)
    const plain = JSON.stringify(['夏'.repeat(200), '0'.repeat(100_000), '夜'])
    expect(asciiJson(Buffer.from(plain))).toMatch(/^[\0-\x7f]*$/)
  })

  it('leaves non-ASCII characters outside of strings malformed', () => {
    expect(() => JSON.parse(asciiJson(Buffer.from('[1,夏]')))).toThrow(SyntaxError)
  })
})
