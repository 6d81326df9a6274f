import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { FencedError } from './fence.ts'

/** An event that the generation has not folded, like every later event of its key, until a retry succeeds. */
export interface Parked {
  readonly partition: number
  readonly offset: number
  readonly key: string
  readonly type: string
  /** The play of a PlaySubmitted event; null for other events, or if it is unreadable. */
  readonly playId: number | null
  readonly reason: string
}

/** The reason of events that are parked only because of their key. */
export const waiting = 'waits behind an earlier event of its key'

const maxReason = 2000

/** The message of an error as it is stored: at most `maxReason` characters, and no NUL, which Postgres rejects. */
export function storedReason(error: unknown): string {
  return cleanText(errorMessage(error).slice(0, maxReason))
}

export async function park(tx: Queryable, generation: number, parked: readonly Parked[]): Promise<void> {
  await tx.query({
    text: `
      insert into projector.parked (generation, partition, "offset", key, type, play_id, reason)
      select $1, * from unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[])
      on conflict do nothing`,
    values: [
      generation,
      parked.map((p) => p.partition),
      parked.map((p) => p.offset),
      parked.map((p) => p.key),
      parked.map((p) => p.type),
      parked.map((p) => p.playId),
      parked.map((p) => p.reason),
    ],
  })
}

/** Logs the parked events of a batch in one line. */
export function logParked(log: Log, generation: number, parked: readonly Parked[]): void {
  const [first] = parked
  if (!first) return
  const { type, key, reason } = first
  const many = parked.length === 1 ? '' : `${parked.length} events, first `
  log.error(`generation ${generation} parked ${many}${type} at ${formatPosition(first)} of ${key}: ${reason}`)
}

const keyRows = z.array(z.object({ key: z.string() }))

/** Keys with a parked event. Later events of these keys must be parked too. */
export async function readParkedKeys(database: Database, generation: number): Promise<Set<string>> {
  const { rows } = await database.pool.query(
    'select distinct key from projector.parked where generation = $1',
    [generation],
  )
  return new Set(keyRows.parse(rows).map((row) => row.key))
}

/**
 * Checks, within the batch's transaction, that these keys are still parked, because a retry may have released them.
 * Throws FencedError.
 */
export async function checkParkedKeys(
  tx: Queryable,
  generation: number,
  keys: readonly string[],
): Promise<void> {
  const { rows } = await tx.query({
    text: 'select distinct key from projector.parked where generation = $1 and key = any($2::text[])',
    values: [generation, keys],
  })
  if (rows.length < keys.length)
    throw new FencedError(`generation ${generation}: a parked key was released by a retry`)
}
