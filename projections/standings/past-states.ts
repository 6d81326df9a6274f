import type { CompetitionChange, CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { sql } from 'kysely'
import type { TablesTx } from '../generation.ts'
import type { GenerationDb } from '../read-database.ts'
import { valuesOf } from '../values-of.ts'
import { completeState } from './reads.ts'

/** Stores the states that competitions have after these changes. */
export async function writePastStates(
  { tx, schema }: TablesTx,
  changes: readonly CompetitionChange[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.query({
    text: `
      insert into ${schema}.event_states (slug, rules_offset, at, state)
      select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::jsonb[])`,
    values: [...valuesOf(changes, 'slug', 'offset', 'at'), changes.map(({ state }) => JSON.stringify(state))],
  })
}

/** Returns the last states of a competition, latest first. `at`: of the event that it follows, ms since 1970. */
export async function lastStatesOf(
  { db }: GenerationDb,
  slug: string,
  limit: number,
): Promise<{ readonly at: number; readonly state: CompetitionState }[]> {
  const rows = await db
    .selectFrom('event_states')
    .select(['at', 'state'])
    .where('slug', '=', slug)
    .orderBy('rules_offset', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, state }) => ({ at, state: completeState(state) }))
}

/**
 * Returns the state of a competition before its first change at or after `until`, ms since 1970. Null before the
 * announcement.
 */
export async function stateAt(
  { db, table }: GenerationDb,
  slug: string,
  until: number,
): Promise<CompetitionState | null> {
  const states = table('event_states')
  const { rows } = await sql<{ state: CompetitionState }>`
    select state from ${states} s
    where slug = ${slug} and not exists (
      select from ${states} later
      where later.slug = s.slug and later.rules_offset <= s.rules_offset and later.at >= ${until}
    )
    order by rules_offset desc limit 1`.execute(db)
  const [row] = rows
  return row ? completeState(row.state) : null
}
