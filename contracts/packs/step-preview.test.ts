import { describe, expect, it } from 'vitest'
import { stepPreview } from './step-preview.ts'

const steps = { panels: 4, seconds: [0, 0.25, 0.25], ticks: [0, 24, 36], notes: '10000M200030' }

describe('a step preview', () => {
  it('is valid if its columns have equal length', () => {
    expect(stepPreview.safeParse(steps).success).toBe(true)
    for (const panels of [0, 8])
      expect(stepPreview.safeParse({ panels, seconds: [], ticks: [], notes: '' }).success).toBe(true)
  })

  it.each([
    ['a row without its notes', { ...steps, notes: '10000M20' }],
    ['a row without its position in the beat', { ...steps, ticks: [0, 24] }],
    ['unknown notes', { ...steps, notes: '10000X200030' }],
    ['rows out of order', { ...steps, seconds: [0, 0.5, 0.25] }],
    ['a position beyond the beat', { ...steps, ticks: [0, 24, 48] }],
    ['more panels than the limit', { ...steps, panels: 33, notes: '0'.repeat(99) }],
    ['null as content', null],
  ])('is invalid with %s', (_what, invalid) => {
    expect(stepPreview.safeParse(invalid).success).toBe(false)
  })
})
