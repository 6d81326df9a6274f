import { describe, expect, it } from 'vitest'
import { ms, songTime, stepSentence } from './format-step.ts'

describe('numbers of a step', () => {
  it('formats song time as a clock', () => {
    expect(songTime(86.2084, 3)).toBe('1:26.208')
    expect(songTime(59.9996, 3)).toBe('1:00.000')
    expect(songTime(-0.25, 3)).toBe('−0:00.250')
    expect(songTime(120)).toBe('2:00')
    expect(songTime(3725)).toBe('1:02:05')
  })

  it('formats ms with a typographic minus, and 0 without a sign', () => {
    expect(ms(-5.93, 1)).toBe('−5.9')
    expect(ms(5.93, 1, true)).toBe('+5.9')
    expect(ms(-0.01, 1, true)).toBe('0.0')
  })

  it('describes a step for screen readers', () => {
    const windows = [{ name: 'Fantastic (10ms)', seconds: 0.01 }]
    expect(stepSentence(640, 1051, 86.208, -0.0059, 0, windows)).toBe(
      'Step 641 of 1,051, 1:26.208, 5.9 ms early, Fantastic (10ms)',
    )
    expect(stepSentence(0, 1, 2, Number.NaN, 1, windows)).toBe('Step 1 of 1, 0:02.000, Miss')
  })
})
