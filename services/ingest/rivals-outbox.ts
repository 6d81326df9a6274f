import { isRefusal } from '@stepledger/contracts/decider.ts'
import { z } from 'zod'
import { type BackgroundWorker, startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import type { Database } from '../platform/database/database.ts'
import type { IngestDeps } from './deps.ts'

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

/**
 * Longer than an append of the ledger is retried, ms: no request appends a change any more when it is decided from the
 * queue, so the changes of a player stay in order.
 */
const settledMs = 15_000
const everyMs = 1_000
const batch = 100
/** How long to wait for the fold before a change leaves the queue, so that lists show it all the time, ms. */
const foldMs = 2_000

/** Decides queued changes of rivals in the background, in one process at a time, with back-off while the ledger is away. */
export function deliverRivalChanges(
  {
    database,
    handle,
    streams,
    log,
    progress,
  }: Pick<IngestDeps, 'database' | 'handle' | 'streams' | 'log' | 'progress'>,
  changes: RivalChanges,
): Promise<BackgroundWorker> {
  return startBackgroundWorker({
    database,
    log,
    lock: advisoryLocks.rivals,
    works: [
      {
        about: 'queued changes of rivals',
        async work(signal) {
          const due = await changes.due(settledMs, batch)
          for (const change of due) {
            signal.throwIfAborted()
            const { player, rival: rivalId, added, at } = change
            const command = { type: added ? 'follow' : 'unfollow', rivalId } as const
            const decided = await handle(streams.rivals, player, command, { at, signal })
            if (!isRefusal(decided)) await progress.reached(decided, foldMs)
            await changes.remove(change)
          }
          return due.length === batch ? 0 : everyMs
        },
      },
    ],
  })
}
