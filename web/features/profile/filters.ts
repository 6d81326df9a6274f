import { type getPlayer, meterRange, profilePageSize } from '@stepledger/contracts/http/players.ts'
import type { z } from 'zod'
import { pageFrom } from '../../ui/page-window.ts'

export const sorts = ['date', 'title', 'score'] as const
export type Sort = (typeof sorts)[number]

/** Which recent plays a profile shows; all of it stands in the address. */
export interface Filters {
  readonly search: string
  readonly sort: Sort
  readonly direction: 'asc' | 'desc'
  readonly min: number
  readonly max: number
  readonly includeUnknown: boolean
  readonly page: number
}

/** What a sort begins with: titles from A, dates and scores from the newest and best. */
export function firstDirection(sort: Sort): 'asc' | 'desc' {
  return sort === 'title' ? 'asc' : 'desc'
}

/** The filters an address names; what it leaves out or gets wrong is the default. */
export function filtersFrom(address: URLSearchParams): Filters {
  const sort = sorts.find((name) => name === address.get('sort')) ?? 'date'
  const direction = address.get('direction')
  const max = meterFrom(address.get('max'), meterRange.max)
  return {
    search: (address.get('search') ?? '').slice(0, 100),
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(sort),
    min: Math.min(meterFrom(address.get('min'), meterRange.min), max),
    max,
    includeUnknown: address.get('unknown') !== 'no',
    page: pageFrom(address.get('page')),
  }
}

/** The address of filters; defaults are left out. `others`: parameters of the page that are not filters stay. */
export function addressOf(filters: Filters, others: URLSearchParams): URLSearchParams {
  const address = new URLSearchParams(others)
  const put = (name: string, value: string, standard: string) =>
    value === standard ? address.delete(name) : address.set(name, value)
  put('search', filters.search, '')
  put('sort', filters.sort, 'date')
  put('direction', filters.direction, firstDirection(filters.sort))
  put('min', String(filters.min), String(meterRange.min))
  put('max', String(filters.max), String(meterRange.max))
  put('unknown', filters.includeUnknown ? 'yes' : 'no', 'yes')
  put('page', String(filters.page), '1')
  return address
}

/**
 * A change of filters; all but a change of page begin with the first page again. A bound that crosses the other takes
 * it along.
 */
export function changed(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, page: 1, ...change }
  if (change.sort !== undefined && change.direction === undefined)
    next.direction = firstDirection(change.sort)
  if (next.min > next.max) {
    if (change.max !== undefined) next.min = next.max
    else next.max = next.min
  }
  return next
}

/** The query of the call. Scores are sorted in the browser, over the page that dates give. */
export function queryOf(filters: Filters, board: string): z.input<typeof getPlayer.query> {
  const byScore = filters.sort === 'score'
  return {
    page: filters.page,
    limit: profilePageSize,
    search: filters.search,
    leaderboard: board,
    minMeter: filters.min,
    maxMeter: filters.max,
    includeUnknown: filters.includeUnknown ? 'true' : 'false',
    orderBy: filters.sort === 'title' ? 'title' : 'date',
    orderDirection: byScore ? 'desc' : filters.direction,
  }
}

/** The meters that may be the lowest, or the highest, beside the other bound: 6- and 17+ are open ends. */
export function meterOptions(bound: 'min' | 'max', filters: Filters): { value: number; label: string }[] {
  const { min, max } = meterRange
  return Array.from({ length: max - min + 1 }, (_, i) => min + i)
    .filter((meter) => (bound === 'min' ? meter <= filters.max : meter >= filters.min))
    .map((meter) => ({
      value: meter,
      label: meter === min ? `${min}-` : meter === max ? `${max}+` : String(meter),
    }))
}

function meterFrom(text: string | null, standard: number): number {
  if (text === null || !/^\d{1,2}$/.test(text)) return standard
  return Math.min(Math.max(Number(text), meterRange.min), meterRange.max)
}
