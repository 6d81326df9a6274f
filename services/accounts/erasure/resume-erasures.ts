import type { Queryable } from '@stepledger/projections/queryable.ts'

/**
 * Records that the erasure of these players has begun, so that a server completes it. For a database that was restored
 * from before the erasure, beside a ledger with PlayerErased. Players without an account are skipped. `at`: ms since 1970.
 */
export async function resumeErasures(
  tx: Queryable,
  erased: readonly { readonly player: string; readonly at: number }[],
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at)
      SELECT p.id, a.at, a.at
      FROM unnest($1::uuid[], $2::bigint[]) AS erased(player, ms)
      CROSS JOIN LATERAL (SELECT to_timestamp(ms / 1000.0) AS at) a
      JOIN accounts.players p ON p.id = erased.player
      ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)`,
    values: [erased.map(({ player }) => player), erased.map(({ at }) => at)],
  })
}
