import { describe, expect, it } from 'vitest'
import { shareOfTrack, trackStart } from './score-track.ts'

describe('the track of a page of scores', () => {
  it.each([
    ['scores close to each other', [97.61, 94.07, 91.36, 98.1, 92], 90],
    ['a single low score', [97.61, 84.07, 91.36, 98.1, 22.4], 80],
    ['low scores', [31.4, 55, 60.2, 12, 40], 30],
    ['only perfect scores', [100, 100], 90],
    ['no scores', [], 0],
  ])('starts at a multiple of ten: %s', (_, scores, start) => {
    expect(trackStart(scores)).toBe(start)
  })

  it('places scores between its start and 100 %', () => {
    expect([90, 95, 100, 22.4].map((score) => shareOfTrack(90, score))).toEqual([0, 50, 100, 0])
  })
})
