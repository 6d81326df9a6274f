import type { Queryable } from '@stepledger/projections/queryable.ts'
import { looksOf } from '../../platform/text/looks.ts'

/** Inserts the skeletons of these players' aliases, in this order. Skeletons of other players are skipped. */
export async function claimLooks(
  connection: Queryable,
  players: readonly { readonly id: string; readonly alias: string }[],
): Promise<void> {
  const claims = players.flatMap(({ id, alias }) => looksOf(alias).map((look) => ({ id, look })))
  await connection.query({
    text: `INSERT INTO accounts.alias_looks (look, player_id)
      SELECT look, id FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS claimed (look, id, nth)
      ORDER BY nth ON CONFLICT DO NOTHING`,
    values: [claims.map(({ look }) => look), claims.map(({ id }) => id)],
  })
}
