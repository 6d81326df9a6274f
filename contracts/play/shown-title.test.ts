import { describe, expect, it } from 'vitest'
import { shownTitle } from './shown-title.ts'

describe('a displayed title', () => {
  it.each([
    ['Destroy The Happy End', 'Destroy The Happy End'],
    [String.raw`The \"Best\" Song`, 'The "Best" Song'],
    [String.raw`back\\slash`, String.raw`back\slash`],
    [String.raw`\\\"`, String.raw`\"`],
    [String.raw`¯\_(ツ)_/¯`, String.raw`¯\_(ツ)_/¯`],
    ['', ''],
  ])('%s becomes %s', (sent, shown) => {
    expect(shownTitle(sent)).toBe(shown)
  })

  it('has no bidirectional controls and no zero-width characters', () => {
    expect(shownTitle('Best\u202e gnoS\u202c')).toBe('Best gnoS')
    expect(shownTitle('\u2066Pa\u200bper\u200d \ufeffLan\u2060terns\u2069\u00ad')).toBe('Paper Lanterns')
    expect(shownTitle(`${'\u200b'.repeat(600)}Song`)).toBe('Song')
    expect(shownTitle('שיר ヌル 🎵\ufe0f')).toBe('שיר ヌル 🎵\ufe0f')
  })

  it('is cut at 500 characters without splitting one', () => {
    expect(shownTitle('x'.repeat(500))).toBe('x'.repeat(500))
    expect(shownTitle('x'.repeat(501))).toBe('x'.repeat(500))
    expect(shownTitle(String.raw`\"`.repeat(100_000))).toBe('"'.repeat(500))
    expect(shownTitle(`x${String.raw`\"`.repeat(100_000)}`)).toBe(`x${'"'.repeat(499)}`)
    expect(shownTitle(`x${'🎵'.repeat(400)}`)).toBe(`x${'🎵'.repeat(249)}`)
  })
})
