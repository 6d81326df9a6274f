import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'
import { describe, expect, it } from 'vitest'
import { placeWords } from './play-words.ts'

const standing = (otherwise: Partial<Standing>): Standing => ({
  leaderboard: 'EX',
  id: 2,
  rank: 9,
  total: 27,
  personalBest: true,
  best: '93.44',
  delta: '+1.09',
  ...otherwise,
})

describe('the place of a play', () => {
  it.each([
    ['a better play than any before', standing({}), '#9, new best'],
    ['the first one on its chart', standing({ delta: null }), '#9 of 27'],
    ['one as good as the best', standing({ delta: '+0.00' }), '#9 of 27'],
    ['a worse one', standing({ personalBest: false, delta: '-2.10' }), '#9 of 27'],
    ['one that does not count', undefined, 'Not ranked'],
  ])('of %s', (_, where, words) => {
    expect(placeWords(where)).toBe(words)
  })
})
