import { describe, expect, it } from 'vitest'
import { behindFirst, pointsToPass, shareOfPage } from './board-scale.ts'

describe('the scores of a page of a board', () => {
  const rows = ['99.10', '98.75', '98.40'].map((score) => ({ score }))

  it('spread over all of the track, however near they are', () => {
    expect(rows.map(({ score }) => shareOfPage(rows, score))).toEqual([100, 50, 0])
  })

  it('that are all the same lie at its end', () => {
    expect(shareOfPage([{ score: '98.75' }], '98.75')).toBe(100)
  })

  it('say how far they are behind the first', () => {
    expect(rows.map(({ score }) => behindFirst('99.10', score))).toEqual(['', '−0.35', '−0.70'])
  })
})

it('to pass somebody takes more than as much', () => {
  expect(pointsToPass('96.63', '96.56')).toBe('0.08')
  expect(pointsToPass('96.56', '96.56')).toBe('0.01')
})
