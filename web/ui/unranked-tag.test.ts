import { expect, it } from 'vitest'
import { unrankedWord } from './tag.tsx'

const unranked = (reasons: Parameters<typeof unrankedWord>[0]['reasons'], rate: number | null = 1) =>
  unrankedWord({ eligible: false, reasons, rate })

it('labels an unranked play with the reason', () => {
  expect(unrankedWord({ eligible: true, reasons: [], rate: 1 })).toBeNull()
  expect(unranked(['rate'], 1.25)).toBe('1.25×')
  expect(unranked(['rate', 'failed'], 1.1000000238)).toBe('1.1×')
  expect(unranked(['rate', 'autoplay'], 1.5)).toBe('Autoplay')
  expect(unranked(['rate'], 1.001)).toBe('Unranked')
  expect(unranked(['chart-mismatch'])).toBe('Unranked')
  expect(unranked(['rate-unknown'], null)).toBe('Unranked')
})

it('has no label for a failed play, which its grade shows', () => {
  expect(unranked(['failed'])).toBeNull()
})
