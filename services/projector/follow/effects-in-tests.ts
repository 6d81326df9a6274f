import type pg from 'pg'
import type { MoveCheckpoints } from '../fold/fence.ts'
import type { ExtraFold } from '../fold/fold-worker.ts'

/** Effects outside our idempotent tables: each must happen exactly once. */
export async function createEffects(pool: pg.Pool): Promise<void> {
  await pool.query('create table effects (event text not null)')
}

export const countEffects: ExtraFold = async (tx, batch) => {
  await tx.query('insert into effects select * from unnest($1::text[])', [
    batch.events.map((e) => e.event.id),
  ])
}

export async function effectsIn(pool: pg.Pool): Promise<{ events: number; effects: number }> {
  const { rows } = await pool.query<{ events: number; effects: number }>(
    'select count(distinct event) as events, count(*) as effects from effects',
  )
  return rows[0] ?? { events: 0, effects: 0 }
}

/** Moves checkpoints without the fence. */
export const unfenced: MoveCheckpoints = async (tx, id, moves) => {
  await tx.query(
    `update projector.checkpoints c set next_offset = m."to"
     from unnest($2::smallint[], $3::bigint[]) as m(partition, "to") where c.generation = $1 and c.partition = m.partition`,
    [id, moves.map((m) => m.partition), moves.map((m) => m.to)],
  )
}
