import { expect, it } from 'vitest'
import { progressText } from './marks.tsx'

const pack = { id: 1, charts: 14, played: 10, passed: 9 }

it('counts the passed charts of a pack, and the best star grade on the board', () => {
  const leaderboards = [
    {
      leaderboard: 'EX',
      grades: [
        { group: 'quad' as const, charts: 3 },
        { group: 'star' as const, charts: 2 },
      ],
    },
    {
      leaderboard: 'ITG',
      grades: [
        { group: 'star' as const, charts: 1 },
        { group: 'A' as const, charts: 8 },
      ],
    },
  ]
  expect(progressText({ ...pack, leaderboards }, 'EX')).toBe('9 of 14 passed, 3 at four stars')
  expect(progressText({ ...pack, leaderboards }, 'ITG')).toBe('9 of 14 passed, 1 at one star')
  expect(progressText({ ...pack, leaderboards }, 'HardEX')).toBe('9 of 14 passed')
})
