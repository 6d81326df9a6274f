import type { ProfilePage } from '@stepledger/contracts/http/players.ts'
import { describe, expect, it } from 'vitest'
import { play, user } from '../../live/recent-play-in-tests.ts'
import { type Filters, filtersFrom } from './filters.ts'
import { showsNewPlay, withNewPlay, withoutWithdrawnPlay } from './use-profile.ts'

const page: ProfilePage = {
  ...user,
  countryId: null,
  country: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  blueShift: null,
  userHasSubmittedScore: false,
  recentPlays: Array.from({ length: 10 }, (_, i) => play(10 - i)),
  recentPlaysMeta: {
    page: 1,
    limit: 10,
    total: 10,
    totalPages: 1,
    hasNextPage: false,
    hasPreviousPage: false,
  },
}
const filters = (change: Partial<Filters> = {}) => ({ ...filtersFrom(new URLSearchParams()), ...change })

describe('a pushed play on a profile', () => {
  it('is inserted on top and updates the page count; duplicates are ignored', () => {
    const next = withNewPlay(page, play(11))
    expect(next.recentPlays.map(({ playId }) => playId)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(next.recentPlaysMeta).toMatchObject({ total: 11, totalPages: 2, hasNextPage: true })
    expect(next.userHasSubmittedScore).toBe(true)
    expect(withNewPlay(next, play(11)).recentPlaysMeta.total).toBe(11)
    expect(withoutWithdrawnPlay(next, 11).recentPlays[0]?.playId).toBe(10)
  })

  it('needs a refetch with a search, another order or another page', () => {
    expect(showsNewPlay(filters(), play(1))).toBe(true)
    expect(showsNewPlay(filters({ sort: 'score', direction: 'asc' }), play(1))).toBe(true)
    for (const change of [
      { page: 2 },
      { search: 'song' },
      { sort: 'title', direction: 'asc' },
      { direction: 'asc' },
    ] satisfies Partial<Filters>[])
      expect(showsNewPlay(filters(change), play(1))).toBe(false)
  })

  it('must match the meter range, whose ends are open', () => {
    const some = filters({ min: 9, max: 12, includeUnknown: false })
    expect([8, 9, 12, 13, null].map((meter) => showsNewPlay(some, play(1, meter)))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    expect([1, 25, null].map((meter) => showsNewPlay(filters(), play(1, meter)))).toEqual([true, true, true])
  })
})
