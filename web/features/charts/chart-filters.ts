import type { OwnChartsQuery } from '@stepledger/contracts/http/chart-list.ts'

export type ChartFilters = Pick<
  OwnChartsQuery,
  'stepsType' | 'difficulty' | 'minMeter' | 'maxMeter' | 'played' | 'below'
>

export const noFilters: ChartFilters = {
  stepsType: undefined,
  difficulty: undefined,
  minMeter: undefined,
  maxMeter: undefined,
  played: undefined,
  below: undefined,
}

/** The number of filters in use; both ends of the meter are one. */
export function countFilters({ minMeter, maxMeter, ...filters }: ChartFilters): number {
  const names = ['stepsType', 'difficulty', 'played', 'below'] as const
  return [minMeter ?? maxMeter, ...names.map((name) => filters[name])].filter(
    (filter) => filter !== undefined,
  ).length
}
