import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'

/** SQL condition: the player with the id in this column was erased before. */
export function isErased(schema: string, column: string): string {
  return `exists (select from ${schema}.players p where p.id = ${column} and p.erased_at is not null)`
}

/** Returns those of these players who were erased in an earlier batch. */
export async function erasedAmong(
  { tx, schema }: TablesTx,
  players: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select id from ${schema}.players where id = any($1::uuid[]) and erased_at is not null`,
    values: [players],
  })
  return new Set(rows.map((row) => row.id))
}

/** Leaves a tombstone of each erased player, whose plays are no longer counted, and no rivals in either direction. */
export async function addTombstones({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<void> {
  const players = [...new Set(erasures.map((e) => e.player))]
  await tx.query({
    text: `
      with rivals as (delete from ${schema}.rivals where player = any($1::uuid[]) or rival = any($1::uuid[]))
      insert into ${schema}.players as p (id, plays, erased_at)
      select player, 0, min(at) from unnest($2::uuid[], $3::bigint[]) as x(player, at) group by player
      on conflict (id) do update set erased_at = least(p.erased_at, excluded.erased_at)`,
    values: [players, erasures.map((e) => e.player), erasures.map((e) => e.at)],
  })
}
