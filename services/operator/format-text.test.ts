import { describe, expect, it } from 'vitest'
import { aligned, printable, printableJson } from './format-text.ts'

it('aligns columns as a terminal shows them: some characters take two', () => {
  expect(
    aligned(
      [
        ['夜に駆ける', '1', 'x'],
        ['Śnieg', '20', 'y'],
      ],
      [1],
    ),
  ).toEqual(['夜に駆ける   1  x', 'Śnieg       20  y'])
})

describe('what strangers sent, on a terminal', () => {
  it('keeps every script', () => {
    expect(printable('夜に駆ける – Überfall 🎵')).toBe('夜に駆ける – Überfall 🎵')
  })

  it.each([
    ['\x1b[2Jgone', '\\u001b[2Jgone'],
    ['two\nlines\r', 'two\\u000alines\\u000d'],
    ['\u009b31m', '\\u009b31m'],
    ['\u202eright to left', '\\u202eright to left'],
  ])('writes %j in letters', (sent, shown) => {
    expect(printable(sent)).toBe(shown)
  })

  it('writes JSON that stays on its line', () => {
    expect(printableJson({ title: 'a\u001b\n\u009b"' })).toBe('{"title":"a\\u001b\\n\\u009b\\""}')
  })
})
