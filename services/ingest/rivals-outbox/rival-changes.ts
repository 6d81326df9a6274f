import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/** A rival added or removed. `at`: ms since 1970. */
export interface RivalChange {
  readonly player: string
  readonly rival: string
  readonly added: boolean
  readonly at: number
}

interface QueuedRivalChange extends RivalChange {
  readonly id: number
}

const rows = z.array(
  z.object({
    id: z.int(),
    player: z.string(),
    rival: z.string(),
    added: z.boolean(),
    at: z.int(),
  }),
)

const columns = 'id, player, rival, added, at'

/**
 * The outbox of rival changes, for a ledger that is not in this database: changes are queued while the ledger is
 * unavailable, and decided later, in order.
 */
export function rivalChanges({ pool }: Pick<Database, 'pool'>) {
  async function queue({ player, rival, added, at }: RivalChange): Promise<void> {
    await pool.query('insert into ingest.rival_changes (player, rival, added, at) values ($1, $2, $3, $4)', [
      player,
      rival,
      added,
      at,
    ])
  }

  return {
    queue,
    /** Queued changes of a player, oldest first. */
    async of(player: string): Promise<readonly QueuedRivalChange[]> {
      const answer = await pool.query(
        `select ${columns} from ingest.rival_changes where player = $1 order by id`,
        [player],
      )
      return rows.parse(answer.rows)
    },
    /** The oldest changes that were queued at least `settledMs` ago, in order. */
    async due(settledMs: number, limit: number): Promise<readonly QueuedRivalChange[]> {
      const answer = await pool.query(
        `select ${columns} from ingest.rival_changes
         where queued_at <= clock_timestamp() - $1 * interval '1 ms' order by id limit $2`,
        [settledMs, limit],
      )
      return rows.parse(answer.rows)
    },
    async remove({ id }: QueuedRivalChange): Promise<void> {
      await pool.query('delete from ingest.rival_changes where id = $1', [id])
    },
  }
}

export type RivalChanges = ReturnType<typeof rivalChanges>

/** The rivals of a player, with queued changes applied. `since`: ms since 1970. */
export function withQueued(
  rivals: readonly { rival: string; since: number }[],
  queued: readonly RivalChange[],
): { rival: string; since: number }[] {
  const since = new Map(rivals.map((listed) => [listed.rival, listed.since]))
  for (const { rival, added, at } of queued) {
    if (!added) since.delete(rival)
    else if (!since.has(rival)) since.set(rival, at)
  }
  return [...since].map(([rival, at]) => ({ rival, since: at }))
}
