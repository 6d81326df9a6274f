import { describe, expect, it } from 'vitest'
import { gapTo, pointsToPass, shareOfPage } from './places.tsx'

describe('the score scale of a page', () => {
  const rows = ['99.10', '98.75', '98.40'].map((score) => ({ score }))

  it('spreads scores over the whole track', () => {
    expect(rows.map(({ score }) => shareOfPage(rows, score))).toEqual([100, 50, 0])
  })

  it('puts equal scores at its end', () => {
    expect(shareOfPage([{ score: '98.75' }], '98.75')).toBe(100)
  })

  it('gives the gap to the first place, or to the own score', () => {
    expect(rows.map(({ score }) => gapTo('99.10', score))).toEqual(['', '−0.35', '−0.70'])
    expect(rows.map(({ score }) => gapTo('98.75', score))).toEqual(['+0.35', '', '−0.35'])
  })
})

it('requires more than an equal score to pass', () => {
  expect(pointsToPass('96.63', '96.56')).toBe('0.08')
  expect(pointsToPass('96.56', '96.56')).toBe('0.01')
})
