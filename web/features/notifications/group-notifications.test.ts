import type { Notification } from '@stepledger/contracts/http/notifications.ts'
import { expect, it } from 'vitest'
import { play as recentPlay } from '../../live/recent-play-in-tests.ts'
import { groupNotifications } from './notifications-page.tsx'

const { chart } = recentPlay(1)
const play = (playId: number, codes: readonly ('rate' | 'body-version')[]): Notification => ({
  kind: 'play',
  at: '2026-11-27T20:00:00.000Z',
  playId,
  chart,
  playedAt: '2026-11-27T20:00:00.000Z',
  late: false,
  reasons: codes.map((code) => ({ code, text: code })),
})
const place = (at: string, round: string): Notification => ({
  kind: 'place',
  at,
  slug: 'blue-shift',
  name: 'Blue Shift',
  round,
  rank: 5,
  before: 3,
})

it('groups plays by why they are not ranked, and places by event and day', () => {
  const groups = groupNotifications([
    play(4, ['body-version']),
    place('2026-11-27T00:00:00.000Z', 'Round 2'),
    play(3, ['rate']),
    place('2026-11-27T00:00:00.000Z', 'Round 1'),
    place('2026-11-26T00:00:00.000Z', 'Round 1'),
    play(2, ['body-version']),
    play(1, []),
  ])
  expect(groups.map(({ first, rest }) => [first.kind, rest.length])).toEqual([
    ['play', 1],
    ['place', 1],
    ['play', 0],
    ['place', 0],
    ['play', 0],
  ])
})
