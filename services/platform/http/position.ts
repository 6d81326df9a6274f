import {
  formatPosition,
  type Position,
  parsePosition,
  positionHeader,
} from '@stepledger/contracts/ledger/position.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** Says in the answer to a write where the event lies, so that a later read can wait for it. */
export function answerPosition(reply: FastifyReply, position: Position): void {
  reply.header(positionHeader, formatPosition(position))
}

/** The position that a read wants to see, or null when it asks for none. Throws 400 for one that can't be. */
export function wantedPosition(request: FastifyRequest): Position | null {
  const text = request.headers[positionHeader]
  if (text === undefined) return null
  const position = typeof text === 'string' ? parsePosition(text) : null
  if (position === null || position.partition >= topics.events.partitions) {
    throw new HttpError(400, 'Ledger-Position must be partition:offset', { field: positionHeader })
  }
  return position
}
