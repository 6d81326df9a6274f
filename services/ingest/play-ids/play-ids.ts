import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/**
 * At least this many of each partition's last events are read. Ids are issued shortly before their plays are appended,
 * so the greatest id is near the end.
 */
const minEvents = 100
/** Ids skipped above the greatest one found, for plays outside the events read. */
const margin = 10_000

const playIdData = z.object({ playId: z.int() })

/**
 * Moves the sequence of play ids above the greatest id in the ledger. Needed when the database was lost or restored
 * from a backup: its sequence would issue ids that other plays have.
 */
export async function continuePlayIds(database: Database, ledger: Ledger): Promise<void> {
  const greatest = await greatestPlayId(ledger)
  if (greatest === 0) return
  await database.retrying(() =>
    database.pool.query(
      `SELECT setval('ingest.play_ids', $1::bigint)
       FROM ingest.play_ids WHERE last_value < $2::bigint OR (NOT is_called AND last_value <= $2::bigint)`,
      [greatest + margin, greatest],
    ),
  )
}

async function greatestPlayId(ledger: Ledger): Promise<number> {
  const ends = await ledger.ends('events')
  let greatest = 0
  for (const partition of ends.keys()) {
    greatest = Math.max(greatest, await greatestIn(ledger, ends, partition))
  }
  return greatest
}

/** Reads backwards from the partition's end, in growing strides, until a stride contains plays. */
async function greatestIn(ledger: Ledger, ends: readonly number[], partition: number): Promise<number> {
  let end = itemAt(ends, partition)
  for (let stride = minEvents; end > 0; stride *= 2) {
    const start = Math.max(0, end - stride)
    const greatest = await greatestBetween(ledger, ends, partition, start, end)
    if (greatest > 0) return greatest
    end = start
  }
  return 0
}

async function greatestBetween(
  ledger: Ledger,
  ends: readonly number[],
  partition: number,
  start: number,
  end: number,
): Promise<number> {
  const from = ends.map((last, p) => (p === partition ? start : last))
  const to = ends.map((last, p) => (p === partition ? end : last))
  let greatest = 0
  for await (const batch of ledger.read('events', from, { to })) {
    for (const { bytes } of batch) {
      const event = tryDecode(bytes)
      if (event?.type !== playSubmitted.type) continue
      const data = playIdData.safeParse(event.data)
      if (data.success) greatest = Math.max(greatest, data.data.playId)
    }
  }
  return greatest
}

/** Null for an unreadable event: it must not prevent the start, and the projector reports it. */
function tryDecode(bytes: Uint8Array) {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return null
  }
}
