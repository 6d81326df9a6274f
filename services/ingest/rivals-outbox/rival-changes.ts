import { z } from 'zod'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'

/** A rival added or removed, with its event for the ledger. `at`: ms since 1970. */
export interface RivalChange {
  readonly player: string
  readonly rival: string
  readonly added: boolean
  readonly at: number
  readonly event: Uint8Array
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
    event: z.instanceof(Uint8Array),
  }),
)

const columns = 'id, player, rival, added, at, event'

/**
 * The outbox of rival changes, for a ledger that is not in this database: changes are queued while the ledger is
 * unavailable, and appended later, in order.
 */
export function rivalChanges({ pool }: Pick<Database, 'pool'>) {
  async function queue({ player, rival, added, at, event }: RivalChange): Promise<void> {
    await pool.query(
      'insert into ingest.rival_changes (player, rival, added, at, event) values ($1, $2, $3, $4, $5)',
      [player, rival, added, at, event],
    )
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

/** How long a request waits for the ledger before its change is queued, ms. */
const appendMs = 2_000

/**
 * Appends a change, or queues it if the ledger is unavailable, or if earlier changes of the player are queued. Returns
 * the result of `append`, or null if it was queued. `isUnavailable`: whether an error of `append` means that a later
 * attempt can succeed. The outcome of a failed append is unknown, so the event may be appended twice, which folds as
 * once.
 */
export async function appendOrQueue<Position>(
  changes: RivalChanges,
  change: RivalChange,
  append: () => Promise<Position>,
  isUnavailable: (error: unknown) => boolean,
): Promise<Position | null> {
  if ((await changes.of(change.player)).length > 0) {
    await changes.queue(change)
    return null
  }
  try {
    return await withDeadline(appendMs, append(), 'appending a rival')
  } catch (error) {
    if (!isUnavailable(error)) throw error
    await changes.queue(change)
    return null
  }
}

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
