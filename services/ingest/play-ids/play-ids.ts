import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/**
 * Of each partition at least this many of the last events are read: ids are handed out shortly before their plays are
 * appended.
 */
const lookBack = 100
/** Ids left free above the greatest one found, for plays that lay outside what was read. */
const margin = 10_000

const named = z.object({ playId: z.int() })

/**
 * Lets play ids continue above the ledger's greatest. They do by themselves for as long as the database lives as long
 * as the ledger; after one was lost or restored, its sequence would hand out ids that other plays have.
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

/** Back from the partition's end, in strides that grow, until there are plays. */
async function greatestIn(ledger: Ledger, ends: readonly number[], partition: number): Promise<number> {
  let end = itemAt(ends, partition)
  for (let stride = lookBack; end > 0; stride *= 2) {
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
      const event = readable(bytes)
      if (event?.type !== playSubmitted.type) continue
      const data = named.safeParse(event.data)
      if (data.success) greatest = Math.max(greatest, data.data.playId)
    }
  }
  return greatest
}

/** Whatever can't be read is no reason not to start; the projector says what is wrong with it. */
function readable(bytes: Uint8Array) {
  try {
    return decodeEnvelope(bytes)
  } catch {
    return null
  }
}
