import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type getPlayer, meterRange, profilePageSize } from '@stepledger/contracts/http/players.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { type GradeGroup, gradeGroup } from '@stepledger/contracts/rules/grade-names.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useAddressParameters } from '../../app/use-address-parameters.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { entryOf } from '../../parts/leaderboard/active-board.tsx'
import { pageFrom } from '../../ui/pagination.tsx'

const sorts = ['date', 'title', 'score'] as const
type Sort = (typeof sorts)[number]

export interface Filters {
  readonly search: string
  readonly sort: Sort
  readonly direction: 'asc' | 'desc'
  readonly min: number
  readonly max: number
  readonly includeUnknown: boolean
  readonly page: number
}

/** The default order: bests by score, all else by date. */
function firstSort(address: URLSearchParams): Sort {
  return viewFrom(address).tab === 'best' ? 'score' : 'date'
}

/** The default direction: titles ascending, dates and scores descending. */
function firstDirection(sort: Sort): 'asc' | 'desc' {
  return sort === 'title' ? 'asc' : 'desc'
}

/** Parses the filters from the URL; missing and invalid parameters take their defaults. */
export function filtersFrom(address: URLSearchParams): Filters {
  const sort = sorts.find((name) => name === address.get('sort')) ?? firstSort(address)
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

/** The URL of filters; defaults are omitted. `others`: unrelated parameters, which stay. */
export function addressOf(filters: Filters, others: URLSearchParams): URLSearchParams {
  const { search, sort, direction, min, max, includeUnknown, page } = filters
  return withParameters(others, {
    search: search === '' ? null : search,
    sort: sort === firstSort(others) ? null : sort,
    direction: direction === firstDirection(sort) ? null : direction,
    min: min === meterRange.min ? null : String(min),
    max: max === meterRange.max ? null : String(max),
    unknown: includeUnknown ? null : 'no',
    page: page === 1 ? null : String(page),
  })
}

/** Applies a change; resets the page unless the page changes. A bound that crosses the other moves it along. */
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

/** The number of filters and orders in use that are not the default; both meters are one. */
export function countFilters({ sort, direction, min, max, includeUnknown }: Filters): number {
  const isSorted = sort !== 'date' || direction !== 'desc'
  const isRange = min !== meterRange.min || max !== meterRange.max
  return [isSorted, isRange, !includeUnknown].filter(Boolean).length
}

/** The query of the call. The sort by score is applied in the browser, to a page sorted by date. */
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
    orderBy: byScore ? 'date' : filters.sort,
    orderDirection: byScore ? 'desc' : filters.direction,
  }
}

/** The plays of a page that are on a board, sorted by score if the filters say so; other orders are the server's. */
export function playsInOrder<Play extends RecentPlay>(
  plays: readonly Play[],
  { sort, direction }: Filters,
  board: BoardName,
): Play[] {
  const onBoard = plays.filter(({ leaderboards }) => entryOf(leaderboards, board))
  if (sort !== 'score') return onBoard
  const score = ({ leaderboards }: Play) => Number(entryOf(leaderboards, board)?.data.score ?? 0)
  const sign = direction === 'asc' ? 1 : -1
  return onBoard.sort((a, b) => sign * (score(a) - score(b)))
}

/** The options of one meter bound, limited by the other; 6- and 17+ are open-ended. */
export function meterOptions(bound: 'min' | 'max', filters: Filters): { value: number; label: string }[] {
  const { min, max } = meterRange
  return Array.from({ length: max - min + 1 }, (_, i) => min + i)
    .filter((meter) => (bound === 'min' ? meter <= filters.max : meter >= filters.min))
    .map((meter) => ({
      value: meter,
      label: meter === min ? `${min}-` : meter === max ? `${max}+` : String(meter),
    }))
}

function meterFrom(text: string | null, defaultValue: number): number {
  if (text === null || !/^\d{1,2}$/.test(text)) return defaultValue
  return Math.min(Math.max(Number(text), meterRange.min), meterRange.max)
}

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [address, setAddress] = useAddressParameters()
  const change = (what: Partial<Filters>) =>
    setAddress((now) => addressOf(changed(filtersFrom(now), what), now), true)
  return [useMemo(() => filtersFrom(address), [address]), change]
}

/** The list that a profile shows, kept in the URL, and its setter. */
export function useScoresView(): [ScoresView, (change: Partial<ScoresView>) => void] {
  const [address, setAddress] = useAddressParameters()
  const change = (what: Partial<ScoresView>) => setAddress((now) => addressOfView(viewFrom(now), what, now))
  return [useMemo(() => viewFrom(address), [address]), change]
}

/** The lists of a profile: plays by time, one row a chart, and the charts on which the player is first. */
export const scoresTabs = ['recent', 'best', 'firsts'] as const
export type ScoresTab = (typeof scoresTabs)[number]

interface ScoresView {
  readonly tab: ScoresTab
  /** Filters bests; null for all. */
  readonly grade: GradeGroup | null
}

const tabName = z.enum(scoresTabs)

/** Parses the view from the URL; missing and invalid parameters take their defaults. A grade is one of bests. */
export function viewFrom(address: URLSearchParams): ScoresView {
  const grade = gradeGroup.safeParse(address.get('grade')).data ?? null
  const tab = tabName.safeParse(address.get('tab')).data ?? (grade === null ? 'recent' : 'best')
  return { tab, grade: tab === 'recent' ? null : grade }
}

/** The URL of a changed view, from its first page. Choosing a grade leaves the recent plays; defaults are omitted. */
export function addressOfView(
  view: ScoresView,
  change: Partial<ScoresView>,
  others: URLSearchParams,
): URLSearchParams {
  const next = { ...view, ...change }
  const tab = change.grade && next.tab === 'recent' ? 'best' : next.tab
  const grade = tab === 'recent' ? null : next.grade
  return withParameters(others, { tab: tab === 'recent' ? null : tab, grade, page: null })
}
