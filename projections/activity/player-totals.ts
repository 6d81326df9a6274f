import type { TablesTx } from '../generation.ts'
import { periodOf, startOf } from '../players/plays-by-period-and-meter.ts'
import { accepted, keptPlays } from '../plays/relations.ts'
import type { Changes } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'

const columns = 'player, period, steps, seconds'

/** SQL: what each player has played in each period, in the relation `plays`. */
function totalsOf(plays: string): string {
  return `
    select player, ${periodOf('played_at')} as period, sum(rows)::bigint as steps, sum(seconds)::bigint as seconds
    from ${plays} group by 1, 2 order by 1, 2`
}

/** SQL: the statement that adds the plays of a relation, by default the new ones. */
export function addTotals(schema: string, plays: string = accepted): string {
  return `
    insert into ${schema}.player_totals as t (${columns}) ${totalsOf(plays)}
    on conflict (player, period) do update set steps = t.steps + excluded.steps, seconds = t.seconds + excluded.seconds`
}

/** SQL: the statement that fills the table. */
export function fillTotals(schema: string): string {
  return `insert into ${schema}.player_totals (${columns}) ${totalsOf(`${keptPlays(schema)} kept`)}`
}

export async function restoreTotals(
  { tx, schema }: TablesTx,
  reinstated: Changes['reinstated'],
): Promise<void> {
  if (reinstated.length === 0) return
  await tx.query({
    name: `${schema}_restore_totals_v2`,
    text: addTotals(schema, `${schema}.plays where id = any($1::bigint[])`),
    values: [reinstated.map(({ playId }) => playId)],
  })
}

/** Subtracts withdrawn plays. A period without a play left has no row. */
export async function subtractWithdrawn(
  { tx, schema }: TablesTx,
  withdrawn: Changes['withdrawn'],
): Promise<void> {
  if (withdrawn.length === 0) return
  await tx.query({
    name: `${schema}_subtract_totals_v2`,
    text: `
      update ${schema}.player_totals t set steps = t.steps - less.steps, seconds = t.seconds - less.seconds
      from (${totalsOf(`${schema}.plays where id = any($1::bigint[])`)}) less
      where t.player = less.player and t.period = less.period`,
    values: [withdrawn.map(({ playId }) => playId)],
  })
  await tx.query({
    name: `${schema}_drop_empty_totals_v2`,
    text: `
      delete from ${schema}.player_totals t
      using (
        select distinct player, ${periodOf('played_at')} as period from unnest($1::uuid[], $2::bigint[]) as x(player, played_at)
      ) x
      where t.player = x.player and t.period = x.period and not exists (
        select from ${schema}.plays p
        where p.player = t.player and p.withdrawn_at is null
          and p.played_at >= ${startOf('t.period')} and p.played_at < ${startOf('(t.period + 1)')})`,
    values: valuesOf(withdrawn, 'player', 'playedAt'),
  })
}

export async function dropErased({ tx, schema }: TablesTx, erased: Changes['erased']): Promise<void> {
  if (erased.length === 0) return
  await tx.query({
    name: `${schema}_drop_totals_v1`,
    text: `delete from ${schema}.player_totals where player = any($1::uuid[])`,
    values: [[...new Set(erased.map(({ player }) => player))]],
  })
}
