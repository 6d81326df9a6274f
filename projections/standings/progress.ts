import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { Queryable } from '../queryable.ts'
import { completeState } from './reads.ts'

/** The next offset of the topic `rules` that the standings of a generation do not include yet. */
export async function settledUpTo(connection: Queryable, schema: string): Promise<number> {
  const { rows } = await connection.query<{ next_offset: number }>({
    text: `select next_offset from ${schema}.standings_progress`,
  })
  const [row] = rows
  if (!row) throw new Error(`${schema} has no row of standings progress`)
  return row.next_offset
}

/** Whether changes of plays or of participants wait to be settled: any, or those of a competition with these charts. */
export async function isWaitingToSettle(
  connection: Queryable,
  schema: string,
  of: { readonly slug: string; readonly charts: readonly string[] } | null = null,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    text: `
      (select from ${schema}.standings_queue ${of ? 'where chart = any($1)' : ''} limit 1)
      union all (select from ${schema}.participants_queue ${of ? 'where slug = $2' : ''} limit 1)`,
    values: of ? [of.charts, of.slug] : [],
  })
  return rowCount !== 0
}

/** Every announced competition as it is settled. */
export async function settledCompetitions(
  connection: Queryable,
  schema: string,
): Promise<CompetitionState[]> {
  const { rows } = await connection.query<{ state: CompetitionState }>({
    text: `select state from ${schema}.events order by slug`,
  })
  return rows.map(({ state }) => completeState(state))
}
