import { playerErased } from '@stepledger/contracts/erasure/events.ts'
import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type pg from 'pg'
import { resumeErasures } from '../../accounts/erasure/resume-erasures.ts'
import { adoptPacks } from '../../catalogue/uploads/adopt-packs.ts'
import { adoptPlays } from '../../ingest/play-ids/adopt-plays.ts'

const batchSize = 500

/**
 * Adds to restored tables what only the newer ledger contains: claims of plays, ids of packs and songs, and that players
 * were erased. `events` begin where the tables end.
 */
export async function adoptNewerEvents(
  tx: pg.PoolClient,
  events: AsyncIterable<RecordedEvent>,
): Promise<number> {
  let batch: RecordedEvent[] = []
  let count = 0
  async function adopt(): Promise<void> {
    await adoptPlays(tx, batch)
    await adoptPacks(tx, batch)
    await resumeErasures(tx, batch.flatMap(erasureOf))
    count += batch.length
    batch = []
  }
  for await (const event of events) {
    batch.push(event)
    if (batch.length >= batchSize) await adopt()
  }
  await adopt()
  return count
}

function erasureOf({ bytes }: RecordedEvent): { player: string; at: number }[] {
  try {
    const { type, key, at } = decodeEnvelope(bytes)
    return type === playerErased.type ? [{ player: key, at }] : []
  } catch {
    // Unreadable events are parked by the projector.
    return []
  }
}
