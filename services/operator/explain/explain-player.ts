import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import type { FoundPlayer } from '../../accounts/players/find-player.ts'
import { partitionOf } from '../../platform/ledger/partition-of.ts'
import { requireLiveGeneration } from '../require-live-generation.ts'
import type { Store } from '../store.ts'
import { eventsBeyond, readParked } from '../unfolded-events.ts'
import { placesOfPlays } from './places-of-plays.ts'

/** An event of the player that the read models do not include. */
export interface UnfoldedEvent {
  readonly position: string
  readonly type: string
  /** Null for an event that is only not folded yet. */
  readonly parkedFor: string | null
}

export type ExplainedPlayer = Awaited<ReturnType<typeof explainPlayer>>

const maxParked = 20

/**
 * Explains where the plays of a player are, with the first parked events and all that are not folded yet. `limit`: number
 * of listed plays. Throws CommandFailedError.
 */
export async function explainPlayer(
  store: Pick<Store, 'database' | 'ledger' | 'readModels'>,
  player: FoundPlayer,
  limit: number,
) {
  const live = await requireLiveGeneration(store)
  // Reads the checkpoint first: events folded meanwhile are found twice instead of being missed.
  const checkpoint = await readCheckpoints(store.database.pool, live.id)
  const generation = readable(live, store.readModels)
  const waiting = await unfoldedEvents(store, player.id, checkpoint)
  const parked = await readParked(store.database, live.id, { key: player.id, limit: maxParked })
  return {
    player,
    erasedAt: await erasedAt(generation, player.id),
    partition: partitionOf(store.ledger.partitions.events, player.id),
    generation: live.id,
    plays: await countPlays(generation, player.id),
    latest: await placesOfPlays(generation, { player: player.id }, limit),
    parked: parked.map(({ type, reason, ...at }) => ({
      position: formatPosition(at),
      type,
      parkedFor: reason,
    })),
    waiting,
  }
}

async function erasedAt({ db }: GenerationDb, player: string): Promise<string | null> {
  const row = await db.selectFrom('players').select('erased_at').where('id', '=', player).executeTakeFirst()
  return row?.erased_at ? new Date(row.erased_at).toISOString() : null
}

async function countPlays({ db }: GenerationDb, player: string) {
  return db
    .selectFrom('plays')
    .where('player', '=', player)
    .select([
      sql<number>`(count(*) filter (where eligible and withdrawn_at is null))::integer`.as('counting'),
      sql<number>`(count(*) filter (where not eligible and withdrawn_at is null))::integer`.as('unranked'),
      sql<number>`(count(*) filter (where withdrawn_at is not null))::integer`.as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads the end of the player's partition, beyond the checkpoint. */
async function unfoldedEvents(
  { ledger }: Pick<Store, 'ledger'>,
  player: string,
  checkpoint: readonly number[],
): Promise<UnfoldedEvent[]> {
  const own = partitionOf(checkpoint.length, player)
  const to = checkpoint.map((_, partition) => (partition === own ? Number.MAX_SAFE_INTEGER : 0))
  const waiting: UnfoldedEvent[] = []
  for await (const { event, ...at } of eventsBeyond(ledger, checkpoint, to))
    if (event.key === player)
      waiting.push({ position: formatPosition(at), type: event.type, parkedFor: null })
  return waiting
}
