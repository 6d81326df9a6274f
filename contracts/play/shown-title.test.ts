import { describe, expect, it } from 'vitest'
import { shownTitle } from './shown-title.ts'

describe('a title as it is shown', () => {
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

  it('is cut at 500 characters, and none of them in two', () => {
    expect(shownTitle('x'.repeat(500))).toBe('x'.repeat(500))
    expect(shownTitle('x'.repeat(501))).toBe('x'.repeat(500))
    expect(shownTitle(String.raw`\"`.repeat(100_000))).toBe('"'.repeat(500))
    expect(shownTitle(`x${String.raw`\"`.repeat(100_000)}`)).toBe(`x${'"'.repeat(499)}`)
    expect(shownTitle(`x${'🎵'.repeat(400)}`)).toBe(`x${'🎵'.repeat(249)}`)
  })
})
