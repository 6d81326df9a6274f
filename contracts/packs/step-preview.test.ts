import { describe, expect, it } from 'vitest'
import { stepPreview } from './step-preview.ts'

const steps = { panels: 4, seconds: [0, 0.25, 0.25], ticks: [0, 24, 36], notes: '10000M200030' }

describe('the steps that a preview draws', () => {
  it('are columns of one length', () => {
    expect(stepPreview.safeParse(steps).success).toBe(true)
    for (const panels of [0, 8])
      expect(stepPreview.safeParse({ panels, seconds: [], ticks: [], notes: '' }).success).toBe(true)
  })

  it.each([
    ['a row without its notes', { ...steps, notes: '10000M20' }],
    ['a row without its place in the beat', { ...steps, ticks: [0, 24] }],
    ['notes that do not exist', { ...steps, notes: '10000X200030' }],
    ['rows that go back', { ...steps, seconds: [0, 0.5, 0.25] }],
    ['a place beyond the beat', { ...steps, ticks: [0, 24, 48] }],
    ['more panels than any pad has', { ...steps, panels: 33, notes: '0'.repeat(99) }],
    ['nothing', null],
  ])('are not %s', (_what, other) => {
    expect(stepPreview.safeParse(other).success).toBe(false)
  })
})
