import { generationHeader, type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../platform/http/http-error.ts'
import { wantedPosition } from '../platform/http/position.ts'
import type { Progress } from '../platform/progress/progress.ts'

/** How long a read waits for the position that it asks for, ms. */
const patience = 2000

/** From which generation, and from when, a request is answered. */
export interface ReadMoment {
  readonly generation: StoredGeneration
  readonly checkpoints: readonly number[]
  /** The position that the request asks for; null where it asks for none, or for one that was not reached in time. */
  readonly position: Position | null
  /** What the answer says of it. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The moment at hand where the request asks for no position; else waits until the read model holds it. Where it does
 * not in time the answer is what there is, marked stale: a read never fails for lag. Throws 503 before there is a
 * generation.
 */
export function momentFor(request: FastifyRequest, progress: Progress): ReadMoment | Promise<ReadMoment> {
  const wanted = wantedPosition(request)
  if (wanted === null) return present(progress, null)
  return progress.reached(wanted, patience).then((reached) => {
    if (reached) return present(progress, wanted)
    const moment = present(progress, null)
    return { ...moment, headers: { ...moment.headers, [staleHeader]: 'true' } }
  })
}

function present(progress: Progress, position: Position | null): ReadMoment {
  const now = progress.current()
  if (!now) throw new HttpError(503, 'The read models are being made', { headers: { 'retry-after': '1' } })
  const { generation, checkpoints } = now
  return { generation, checkpoints, position, headers: headersOf(generation) }
}

/** Made once for each generation: every kept page is sent with them. */
const madeHeaders = new WeakMap<StoredGeneration, ReadMoment['headers']>()

function headersOf(generation: StoredGeneration): ReadMoment['headers'] {
  const made = madeHeaders.get(generation)
  if (made) return made
  const headers = { [generationHeader]: String(generation.id) }
  madeHeaders.set(generation, headers)
  return headers
}
