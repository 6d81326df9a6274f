import { generationHeader, type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { FastifyRequest } from 'fastify'
import type { StoredGeneration } from '../platform/generations/live-generation.ts'
import { wantedPosition } from '../platform/http/position.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Progress } from '../platform/progress/progress.ts'

/** How long a read waits for the position that it asks for, ms. */
const patience = 2000

/** From which generation, and from when, a request is answered. */
export interface Moment {
  readonly generation: StoredGeneration
  readonly checkpoints: readonly number[]
  /** The position that the request asks for; null where it asks for none, or for one that was not reached in time. */
  readonly position: Position | null
  /** What the answer says of it. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Waits until the read model holds the position that the request asks for. Where it does not in time the answer is what there is, marked
 * stale: a read never fails for lag. Throws 503 before there is a generation.
 */
export async function momentFor(request: FastifyRequest, progress: Progress): Promise<Moment> {
  const wanted = wantedPosition(request)
  const reached = wanted === null || (await progress.reached(wanted, patience))
  const now = progress.current()
  if (!now) throw new Refusal(503, 'The read models are being made', { headers: { 'retry-after': '1' } })
  return {
    ...now,
    position: reached ? wanted : null,
    headers: {
      [generationHeader]: String(now.generation.id),
      ...(reached ? {} : { [staleHeader]: 'true' }),
    },
  }
}

/** Reads all of an answer from one moment, whatever is folded meanwhile. */
export function inSnapshot<T>(readModels: ReadDatabase, read: (db: ReadDatabase) => Promise<T>): Promise<T> {
  return readModels
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
