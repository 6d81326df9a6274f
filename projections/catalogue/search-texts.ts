import { type Difficulty, difficulty } from '@stepledger/contracts/difficulty.ts'
import { type StepsType, stepsType } from '@stepledger/contracts/steps-type.ts'
import type { TablesTx } from '../generation.ts'
import type { Table } from '../table.ts'

/**
 * A text that searches of charts look in, and how many charts have it under each filter. The charts of a song share one, so a search
 * looks at a fifth of what it would among the charts, and nothing else is counted when a page is read.
 */
export interface SearchTextRow {
  search: string
  counts: number[]
}

export const searchTexts: Table = { name: 'search_texts', key: ['search'] }

export interface ChartFilter {
  readonly stepsType: StepsType | undefined
  readonly difficulty: Difficulty | undefined
}

/** What each of the counts is of: all charts first. */
const filters: readonly ChartFilter[] = [undefined, ...stepsType.options].flatMap((type) =>
  [undefined, ...difficulty.options].map((its) => ({ stepsType: type, difficulty: its })),
)

/** Which of the counts, from 1, holds the charts under a filter. */
export function countOf(filter: ChartFilter): number {
  return (
    1 + filters.findIndex((it) => it.stepsType === filter.stepsType && it.difficulty === filter.difficulty)
  )
}

/** With its key, by which folds find their rows from the first chart on. */
export function createSearchTexts(schema: string): string {
  return `create table ${schema}.search_texts (search text collate "C" primary key, counts integer[] not null);
    create index search_texts_unused on ${schema}.search_texts (search) where counts[1] = 0`
}

/**
 * The statement that counts charts: `charts` are rows of search, steps_type and difficulty, with n of 1 for one that is there now, -1 for one that
 * is no more. Folds of all partitions take texts in one order, so that they don't wait for each other in a circle.
 */
export function countCharts(schema: string, charts: string): string {
  return `
    insert into ${schema}.search_texts as t (search, counts)
    select search, counts from (
      select search, array[${filters.map((filter) => `coalesce(sum(n) filter (where ${conditionOf(filter)}), 0)::integer`).join(', ')}] as counts
      from ${charts} changed group by search
    ) counted where counts <> array_fill(0, array[${filters.length}]) order by search
    on conflict (search) do update set counts =
      array(select a + b from unnest(t.counts, excluded.counts) with ordinality as x(a, b, nth) order by nth)`
}

function conditionOf(filter: ChartFilter): string {
  const conditions = [
    filter.stepsType && `steps_type = '${filter.stepsType}'`,
    filter.difficulty && `difficulty = '${filter.difficulty}'`,
  ]
  return conditions.filter((text) => text !== undefined).join(' and ') || 'true'
}

/** Deletes the texts that no chart has any more. */
export async function dropUnusedTexts({ tx, schema }: TablesTx): Promise<void> {
  await tx.query({
    name: `${schema}_drop_unused_texts_v1`,
    text: `delete from ${schema}.search_texts where counts[1] = 0`,
  })
}
