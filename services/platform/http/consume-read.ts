import type { FastifyRequest } from 'fastify'
import { addressKey } from '../limits/address-key.ts'
import { tooMany } from './http-error.ts'

/**
 * Counts a request of a visitor for what is no route of contracts. 0: it may go on; else the whole seconds after which
 * the next one may.
 */
export function consumeRead(
  { server, ip }: FastifyRequest,
  limit: 'read' | 'picture' = 'read',
): number | Promise<number> {
  return server.guards.limits.take(limit, addressKey(ip))
}

/** The same, of what has no page of its own to say so, such as a picture. Throws 429. */
export async function countRead(request: FastifyRequest, limit: 'read' | 'picture' = 'read'): Promise<void> {
  const wait = await consumeRead(request, limit)
  if (wait > 0) throw tooMany(wait)
}
