import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { describe, expect, it } from 'vitest'
import { play } from '../../live/recent-play-in-tests.ts'
import {
  addressOf,
  addressOfView,
  changed,
  type Filters,
  filtersFrom,
  meterOptions,
  playsInOrder,
  queryOf,
  viewFrom,
} from './filters.ts'

const standard = filtersFrom(new URLSearchParams())

describe('the filters of a profile', () => {
  it('default to everything, newest first', () => {
    expect(standard).toEqual({
      search: '',
      sort: 'date',
      direction: 'desc',
      min: 6,
      max: 17,
      includeUnknown: true,
      page: 1,
    })
    expect(addressOf(standard, new URLSearchParams()).toString()).toBe('')
  })

  it('round-trip through the URL', () => {
    const filters = changed(standard, {
      search: 'rain & co',
      sort: 'title',
      min: 9,
      includeUnknown: false,
      page: 3,
    })
    const address = addressOf(filters, new URLSearchParams('lb=ex'))
    expect(address.get('lb')).toBe('ex')
    expect(filtersFrom(new URLSearchParams(address.toString()))).toEqual(filters)
  })

  it('replace invalid parameters', () => {
    const filters = filtersFrom(
      new URLSearchParams('sort=length&direction=up&min=99&max=8&page=0&unknown=maybe'),
    )
    expect(filters).toMatchObject({
      sort: 'date',
      direction: 'desc',
      min: 8,
      max: 8,
      page: 1,
      includeUnknown: true,
    })
    expect(filtersFrom(new URLSearchParams('min=2&max=-5'))).toMatchObject({ min: 6, max: 17 })
  })

  it('reset the page on every change but that of the page', () => {
    const third = changed(standard, { page: 3 })
    expect(third.page).toBe(3)
    expect(changed(third, { search: 'x' }).page).toBe(1)
    expect(changed(third, { includeUnknown: false }).page).toBe(1)
  })

  it("limit each bound's options by the other bound, with open ends", () => {
    const filters = changed(standard, { min: 9, max: 12 })
    expect(meterOptions('min', filters).map((o) => o.label)).toEqual(['6-', '7', '8', '9', '10', '11', '12'])
    expect(meterOptions('max', filters).map((o) => o.label)).toEqual([
      '9',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17+',
    ])
  })

  it('clamp the other bound when one crosses it', () => {
    const filters = changed(standard, { min: 9, max: 12 })
    expect(changed(filters, { min: 14 })).toMatchObject({ min: 14, max: 14 })
    expect(changed(filters, { max: 7 })).toMatchObject({ min: 7, max: 7 })
  })

  it('request a sort by score as one by date, and sort the page by score on the active board', () => {
    const byScore = changed(standard, { sort: 'score', direction: 'asc' })
    expect(queryOf(byScore, 'EX')).toMatchObject({
      orderBy: 'date',
      orderDirection: 'desc',
      leaderboard: 'EX',
    })
    const plays = ['9.50', '10.00', '8.00'].map((score, n) => ({
      ...play(n),
      leaderboards: [{ leaderboard: 'EX', data: { score, grade: 'D' as const } }],
    }))
    const order = (change: Partial<Filters>, board: BoardName) =>
      playsInOrder(plays, changed(standard, change), board).map(({ playId }) => playId)
    expect(order({ sort: 'score' }, 'EX')).toEqual([1, 0, 2])
    expect(order({ sort: 'score', direction: 'asc' }, 'EX')).toEqual([2, 0, 1])
    expect(order({}, 'EX')).toEqual([0, 1, 2])
    expect(order({}, 'ITG')).toEqual([])
    expect(queryOf(changed(standard, { sort: 'title' }), 'EX')).toMatchObject({
      orderBy: 'title',
      orderDirection: 'asc',
    })
  })
})

const from = (query: string) => viewFrom(new URLSearchParams(query))

describe('the lists of a profile in the address', () => {
  it('start with the recent plays, and take what they do not know as the default', () => {
    expect(from('')).toEqual({ tab: 'recent', grade: null })
    expect(from('tab=other&grade=Z')).toEqual({ tab: 'recent', grade: null })
    expect(from('tab=firsts&grade=quad')).toEqual({ tab: 'firsts', grade: 'quad' })
  })

  it('show bests where a grade is chosen, as the recent plays have none', () => {
    expect(from('grade=S')).toEqual({ tab: 'best', grade: 'S' })
    expect(from('tab=recent&grade=S')).toEqual({ tab: 'recent', grade: null })
    expect(String(addressOfView(from(''), { grade: 'S' }, new URLSearchParams('page=3')))).toBe(
      'tab=best&grade=S',
    )
  })

  it('forget the grade and the page with the tab, and keep other parameters', () => {
    const address = new URLSearchParams('tab=best&grade=S&page=2&search=bus&lb=EX')
    expect(String(addressOfView(viewFrom(address), { tab: 'recent' }, address))).toBe('search=bus&lb=EX')
    expect(String(addressOfView(viewFrom(address), { grade: null }, address))).toBe(
      'tab=best&search=bus&lb=EX',
    )
  })
})
