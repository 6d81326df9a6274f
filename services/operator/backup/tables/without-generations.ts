import type pg from 'pg'

/**
 * Marks all generations as dropped in tables that were copied without read models. The projector makes a new generation,
 * with the rules of the one that was live.
 */
export async function withoutGenerations(tx: pg.PoolClient, liveGeneration: number | null): Promise<void> {
  await tx.query(
    `
    update projector.generations set dropped_at = coalesce(dropped_at, now()),
      left_at = case when id = $1 then now() else left_at end`,
    [liveGeneration],
  )
}
