import { parsePosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { playIdsOfPlayer } from '@stepledger/projections/plays/play-ids-of-player.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { z } from 'zod'
import { decodeUnlessMalformed } from '../decode-unless-malformed.ts'
import type { Store } from '../store.ts'

const parkedRows = z.array(z.object({ position: z.string() }))

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
  const look = (record: RecordedEvent) => {
    const event = decodeUnlessMalformed(record)
    if (event?.key !== player) return
    if (event.type === 'PlaySubmitted') ids.add(event.data.playId)
    if (event.type === 'PlayWithdrawn' && event.data.wipe === undefined) withdrawn.add(event.data.playId)
  }
  for await (const records of ledger.read('events', checkpoint)) records.forEach(look)
  for (const at of live ? await parkedPositions(store, live.id) : []) {
    const record = await ledger.at('events', at)
    if (record) look(record)
  }
  return [...ids].filter((id) => !withdrawn.has(id)).sort((a, b) => a - b)
}

async function parkedPositions({ database }: Pick<Store, 'database'>, generation: number) {
  const { rows } = await database.pool.query(
    `select partition || ':' || "offset" as position from projector.parked where generation = $1`,
    [generation],
  )
  return parkedRows.parse(rows).flatMap(({ position }) => parsePosition(position) ?? [])
}
