import { expect, it } from 'vitest'
import { largestUrlOf } from './banner.ts'

const variant = (digit: string) => ({
  format: 'webp' as const,
  sha256: digit.repeat(64),
  width: 256,
  height: 256,
})

it('a picture is shown in the largest size that was made of it', () => {
  const [original, md, sm] = ['a', 'b', 'c'].map((digit) => [variant(digit)])
  const url = (digit: string) => expect.stringContaining(digit.repeat(64))
  expect(largestUrlOf({ original: original ?? [], md: md ?? [], sm: sm ?? [] })).toEqual(url('a'))
  // Of backgrounds and jackets no original is kept.
  expect(largestUrlOf({ original: [], md: md ?? [], sm: sm ?? [] })).toEqual(url('b'))
  expect(largestUrlOf({ original: [], md: [], sm: sm ?? [] })).toEqual(url('c'))
  expect(largestUrlOf(null)).toBeNull()
})
