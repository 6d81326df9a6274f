import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'
import { sql } from 'kysely'
import { listedCharts } from '../listed.ts'
import type { ChartRow } from '../tables.ts'
import { listSource } from './list-source.ts'

type Row = Pick<ChartRow, 'title_key' | 'search' | 'known_at' | 'steps_type' | 'difficulty'> & {
  readonly listed: boolean
  readonly hash: string | null
  readonly rating: number
}

export const chartOrders = ['songName', 'rating', 'createdAt'] as const

/** The list of all charts, by title, meter and time, filtered by steps type and difficulty. */
export const chartsList = listSource<string, Row>({
  table: 'charts',
  orders: chartOrders.length,
  id: 'hash',
  columns: sql`hash, search, title_key, coalesce(meter, -1) as rating, known_at, steps_type, difficulty, ${sql.raw(listedCharts)} as listed`,
  entryOf: (row) =>
    row.hash === null
      ? null
      : {
          id: row.hash,
          search: row.search,
          facet: facetOf(row.steps_type, row.difficulty),
          keys: [row.title_key, row.rating, row.known_at],
          listed: row.listed,
        },
})

const types: readonly string[] = stepsType.options
const difficulties: readonly string[] = difficulty.options

/** Encodes steps type and difficulty; values without a filter count as none. */
function facetOf(type: string | null, level: string | null): number {
  return (types.indexOf(type ?? '') + 1) * (difficulties.length + 1) + difficulties.indexOf(level ?? '') + 1
}

/** Returns a predicate for the facets that pass the filters; null for all. */
export function facetFilter(filter: {
  readonly stepsType?: string | undefined
  readonly difficulty?: string | undefined
}): ((facet: number) => boolean) | null {
  const { stepsType: type, difficulty: level } = filter
  if (type === undefined && level === undefined) return null
  const ofFacet = difficulties.length + 1
  return (facet) =>
    (type === undefined || Math.floor(facet / ofFacet) === types.indexOf(type) + 1) &&
    (level === undefined || facet % ofFacet === difficulties.indexOf(level) + 1)
}
