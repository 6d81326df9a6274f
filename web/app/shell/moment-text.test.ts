import type { PlayMoment } from '@stepledger/contracts/http/notifications.ts'
import { expect, it } from 'vitest'
import { momentText } from './shell.tsx'

const rival = (alias: string) => ({
  id: '00000001-0000-4000-8000-000000000000',
  alias,
  profileImageUrl: null,
})
const best = { score: '96.95', before: '96.51', rank: 12, rankBefore: 15 }
const moment: PlayMoment = { playId: 1, leaderboard: 'EX', best, passed: 0, rivals: [], star: false }

it.each<[string, Partial<PlayMoment>, string | null]>([
  ['a new best with places gained', {}, 'New best on Song: 96.95%, +0.44, up 3 to #12'],
  ['no place gained', { best: { ...best, rankBefore: 12 } }, 'New best on Song: 96.95%, +0.44, #12'],
  [
    'a first score',
    { best: { score: '90.00', before: null, rank: 1200, rankBefore: null } },
    'First score on Song: 90.00%, #1,200',
  ],
  ['a first star', { star: true }, 'Your first star, on Song: 96.95%, +0.44, up 3 to #12'],
  [
    'two rivals passed',
    { passed: 2, rivals: [rival('Ben'), rival('Cleo')] },
    'New best on Song: 96.95%, +0.44, up 3 to #12, past Ben and Cleo',
  ],
  [
    'more rivals than named',
    { passed: 5, rivals: [rival('Ben'), rival('Cleo')] },
    'New best on Song: 96.95%, +0.44, up 3 to #12, past Ben, Cleo and 3 more',
  ],
  ['nothing for no new best', { best: null }, null],
])('describes %s', (_, change, text) => {
  expect(momentText({ ...moment, ...change }, 'Song')).toBe(text)
})
