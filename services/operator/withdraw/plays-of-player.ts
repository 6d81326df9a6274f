import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { playIdsOfPlayer } from '@stepledger/projections/plays/play-ids-of-player.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Store } from '../store.ts'
import { decodeUnlessMalformed, eventsBeyond, readParked } from '../unfolded-events.ts'

/**
 * Returns the ids of all plays of a player that are not permanently withdrawn, ascending: folded, parked and not folded
 * yet.
 */
export async function playsOfPlayer(store: Store, player: string): Promise<number[]> {
  const { database, ledger, readModels } = store
  const live = await readLiveGeneration(database)
  // Reads the checkpoint first: events folded meanwhile are found twice instead of being missed.
  const checkpoint = live ? await readCheckpoints(database.pool, live.id) : []
  const ids = new Set(live ? await playIdsOfPlayer(readable(live, readModels), player) : [])
  const withdrawn = new Set<number>()
  const look = (event: AnyEvent | null) => {
    if (event?.key !== player) return
    if (event.type === 'PlaySubmitted') ids.add(event.data.playId)
    if (event.type === 'PlayWithdrawn' && event.data.wipe === undefined) withdrawn.add(event.data.playId)
  }
  for await (const { event } of eventsBeyond(ledger, checkpoint)) look(event)
  for (const at of live ? await readParked(database, live.id) : []) {
    const record = await ledger.at('events', at)
    if (record) look(decodeUnlessMalformed(record))
  }
  return [...ids].filter((id) => !withdrawn.has(id)).sort((a, b) => a - b)
}
