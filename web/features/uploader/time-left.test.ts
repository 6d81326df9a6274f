import { expect, it } from 'vitest'
import { addSample, type Sample, secondsLeft, timeLeftText } from './uploader-state.ts'

const sampled = (...samples: Sample[]) => samples.reduce<readonly Sample[]>(addSample, [])

it('is null before the speed is known', () => {
  expect(secondsLeft([], 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 0 }, { at: 900, sent: 50 }), 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 50 }, { at: 2000, sent: 50 }), 100)).toBeNull()
})

it('uses the speed of the last seconds', () => {
  const slowThenFast = sampled(
    { at: 0, sent: 0 },
    { at: 60_000, sent: 100 },
    { at: 62_000, sent: 300 },
    { at: 64_000, sent: 500 },
  )
  expect(secondsLeft(slowThenFast, 1000)).toBe(5)
})

it.each([
  [0, 'about 1 s left'],
  [8.2, 'about 9 s left'],
  [59.5, 'about 60 s left'],
  [61, 'about 2 min left'],
  [3600, 'about 1 h 0 min left'],
  [3900, 'about 1 h 5 min left'],
])('says %d s as %j', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})
