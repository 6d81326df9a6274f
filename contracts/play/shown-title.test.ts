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
})
