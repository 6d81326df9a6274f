import {
  formatPosition,
  type Position,
  parsePosition,
  positionHeader,
} from '@stepledger/contracts/ledger/position.ts'
import { maxPartitions } from '@stepledger/contracts/ledger/topic.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** Adds the position of the event to the response of a write, for read-your-writes. */
export function sendPosition(reply: FastifyReply, position: Position): void {
  reply.header(positionHeader, formatPosition(position))
}

/** Returns the position that a read must include, or null if none is requested. Throws 400 if it is malformed. */
export function requestedPosition(request: FastifyRequest): Position | null {
  const text = request.headers[positionHeader]
  if (text === undefined) return null
  const position = typeof text === 'string' ? parsePosition(text) : null
  if (position === null || position.partition >= maxPartitions) {
    throw new HttpError(400, 'Ledger-Position must be partition:offset', { field: positionHeader })
  }
  return position
}
