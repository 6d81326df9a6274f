import { chartsQuery } from '@stepledger/contracts/http/charts.ts'
import { describe, expect, it } from 'vitest'
import { changedAddress, queryFrom } from './list-tools.tsx'
import { sortedBy } from './table.tsx'

const schema = chartsQuery.omit({ limit: true, packId: true })
const from = (text: string) => queryFrom(schema, new URLSearchParams(text))
const change = (text: string, what: Parameters<typeof changedAddress<ReturnType<typeof from>>>[2]) =>
  changedAddress(schema, new URLSearchParams(text), what).toString()

describe('the state of a list in the URL', () => {
  it('has defaults without parameters', () => {
    expect(from('')).toEqual({ page: 1, search: '', orderBy: 'songName', orderDirection: 'asc' })
  })

  it('is parsed, with defaults for invalid parameters', () => {
    expect(from('page=3&search=+rain+&difficulty=Hard&orderBy=rating&orderDirection=desc')).toEqual({
      page: 3,
      search: 'rain',
      difficulty: 'Hard',
      orderBy: 'rating',
      orderDirection: 'desc',
    })
    expect(from('page=-1&orderBy=length&orderDirection=up&stepsType=pump-single&limit=100')).toEqual(from(''))
  })

  it('round-trips after a change, on page 1', () => {
    const address = change('lb=ex&page=4', { search: 'rain & co', stepsType: 'dance-double' })
    expect(new URLSearchParams(address).get('lb')).toBe('ex')
    expect(from(address)).toMatchObject({ page: 1, search: 'rain & co', stepsType: 'dance-double' })
  })

  it('omits defaults and removed filters', () => {
    const all = 'search=x&stepsType=dance-single&difficulty=Easy&orderBy=rating&orderDirection=desc'
    const standard = {
      search: '',
      stepsType: undefined,
      difficulty: undefined,
      orderBy: 'songName',
      orderDirection: 'asc',
    } as const
    expect(change(all, standard)).toBe('')
  })
})

describe('sorting by a column', () => {
  it('toggles the sorted column and sorts another one ascending', () => {
    const byTitle = from('')
    expect(sortedBy(byTitle, 'songName')).toEqual({ orderBy: 'songName', orderDirection: 'desc' })
    const turned = { ...byTitle, orderDirection: 'desc' as const }
    expect(sortedBy(turned, 'songName')).toEqual({ orderBy: 'songName', orderDirection: 'asc' })
    expect(sortedBy(turned, 'rating')).toEqual({ orderBy: 'rating', orderDirection: 'asc' })
  })
})
