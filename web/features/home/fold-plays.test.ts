import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { expect, it } from 'vitest'
import { play } from '../../live/recent-play-in-tests.ts'
import { foldPlays } from './home-scores.tsx'

const scored = (playId: number, score: string, alias = 'ada', eligible = true): RecentPlay => ({
  ...play(playId),
  user: { id: alias, alias, profileImageUrl: null },
  eligible,
  leaderboards: [{ leaderboard: 'EX', data: { score, grade: 'A' } }],
})

const foldsOf = (plays: readonly RecentPlay[]) =>
  foldPlays(plays, 'EX').map(({ best, plays }) => [best.playId, plays.length])

it('folds neighbouring plays of a player into the best of them', () => {
  const plays = [scored(5, '80.00'), scored(4, '91.00'), scored(3, '85.00'), scored(2, '70.00', 'bo')]
  expect(foldsOf(plays)).toEqual([
    [4, 3],
    [2, 1],
  ])
})

it('prefers a ranked play to a better unranked one', () => {
  expect(foldsOf([scored(2, '99.00', 'ada', false), scored(1, '60.00')])).toEqual([[1, 2]])
})

it('keeps the id of a fold to which a later play is added', () => {
  const before = foldPlays([scored(1, '60.00')], 'EX')
  expect(foldPlays([scored(2, '70.00'), scored(1, '60.00')], 'EX')[0]?.id).toBe(before[0]?.id)
})
