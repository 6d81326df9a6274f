import { generationHeader, type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../platform/http/http-error.ts'
import { requestedPosition } from '../platform/http/position.ts'
import { type Progress, requestedPositions } from '../progress.ts'
import type { QueryDeps } from './deps.ts'

/** How long a read waits for the requested position, ms. */
const timeoutMs = 2000

/** The generation and checkpoints that a request is answered from. */
export interface ReadContext {
  readonly generation: StoredGeneration
  readonly checkpoints: readonly number[]
  /** The requested position; null when none was requested or it was not reached before the timeout. */
  readonly position: Position | null
  readonly headers: Readonly<Record<string, string>>
}

export interface ReadContexts {
  /**
   * Waits until the read model has folded the position that the request names, if any (read-your-writes). After the
   * timeout the response is marked stale instead: a read never fails because of lag. Throws 503 before the first
   * generation is live, and 400 for a position that is not in the ledger.
   */
  of(request: FastifyRequest): Promise<ReadContext>
  /** Waits until the read model has folded the position, or marks the response as stale after the timeout. */
  at(position: Position): Promise<ReadContext>
}

export function readContexts({ progress, ledger }: Pick<QueryDeps, 'progress' | 'ledger'>): ReadContexts {
  const awaitRequested = requestedPositions({ progress, ledger })
  async function contextAt(position: Position, reached: Promise<boolean>): Promise<ReadContext> {
    if (await reached) return currentContext(progress, position)
    const context = currentContext(progress, null)
    return { ...context, headers: { ...context.headers, [staleHeader]: 'true' } }
  }
  return {
    async of(request) {
      const requested = requestedPosition(request)
      return requested === null
        ? currentContext(progress, null)
        : contextAt(requested, awaitRequested(requested, timeoutMs))
    },
    at: (position) => contextAt(position, progress.reached(position, timeoutMs)),
  }
}

function currentContext(progress: Progress, position: Position | null): ReadContext {
  const now = progress.current()
  if (!now) throw new HttpError(503, 'The read models are being built', { headers: { 'retry-after': '1' } })
  const { generation, checkpoints } = now
  const headers = { [generationHeader]: String(generation.id) }
  return { generation, checkpoints, position, headers }
}
