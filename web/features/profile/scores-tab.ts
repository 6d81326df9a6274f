import { type GradeGroup, gradeGroup } from '@stepledger/contracts/rules/grade.ts'
import { z } from 'zod'
import { withParameters } from '../../app/with-parameters.ts'

/** The lists of a profile: plays by time, one row a chart, and the charts on which the player is first. */
export const scoresTabs = ['recent', 'best', 'firsts'] as const
export type ScoresTab = (typeof scoresTabs)[number]

export interface ScoresView {
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
