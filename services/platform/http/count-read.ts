import type { FastifyRequest } from 'fastify'
import { addressKey } from '../limits/address-key.ts'
import { tooMany } from './refusal.ts'

/** Counts a request of a visitor for what is no route of contracts, such as a file. Throws 429. */
export async function countRead(request: FastifyRequest, limit: 'read' | 'picture' = 'read'): Promise<void> {
  const wait = await request.server.keepers.limits.take(limit, addressKey(request.ip))
  if (wait > 0) throw tooMany(wait)
}
