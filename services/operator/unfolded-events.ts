import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'

/** Returns null for a malformed event. Throws NewerEventError for one that a newer release wrote. */
export function decodeUnlessMalformed({ bytes }: Pick<RecordedEvent, 'bytes'>) {
  try {
    return decodeEvent(bytes)
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}

/** Yields the events of known types that are beyond a checkpoint, and before `to` if that is given. */
export async function* eventsBeyond(
  ledger: Pick<Ledger, 'read'>,
  checkpoint: readonly number[],
  to?: readonly number[],
): AsyncGenerator<Position & { readonly event: AnyEvent }> {
  for await (const records of ledger.read('events', checkpoint, to && { to }))
    for (const record of records) {
      const event = decodeUnlessMalformed(record)
      const { partition, offset } = record
      if (event) yield { partition, offset, event }
    }
}

const parkedRows = z.array(
  z.object({ partition: z.int(), offset: z.int(), type: z.string(), reason: z.string() }),
)

interface ParkedFilters {
  readonly key?: string
  readonly type?: string
  readonly limit?: number
}

/** Returns the parked events of a generation by position, of all keys and types by default. */
export async function readParked(
  { pool }: Pick<Database, 'pool'>,
  generation: number,
  { key, type, limit }: ParkedFilters = {},
): Promise<z.infer<typeof parkedRows>> {
  const { rows } = await pool.query(
    `select partition, "offset", type, reason from projector.parked
     where generation = $1 and key = coalesce($2, key) and type = coalesce($3, type)
     order by partition, "offset" limit $4`,
    [generation, key ?? null, type ?? null, limit ?? null],
  )
  return parkedRows.parse(rows)
}
