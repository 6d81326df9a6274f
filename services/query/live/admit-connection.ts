import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import { connectionSlots } from './connection-slots.ts'

interface DoorOptions {
  readonly most: Config['sockets']
  readonly limits: Limits
  readonly counts: LiveCounts
}

/**
 * A hook of the route of the websocket: decides, before the upgrade, whether one more may be open. Answers 429 when its
 * address has too many or asks too often, 503 when there are too many in all. A place is free again when the connection
 * beneath is closed.
 */
export function admitConnection({ most, limits, counts }: DoorOptions) {
  const places = connectionSlots({ most, refused: counts.refused, what: 'live connections' })

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ws) return
    const address = addressKey(request.ip)
    const wait = await limits.take('read', address)
    if (wait > 0) throw tooMany(wait)

    const line = request.raw.socket
    // It would never close again, and keep its place.
    if (line.destroyed) return reply.hijack()
    const refused = places.take(address, line)
    if (refused) return reply.code(503).headers(refused.headers).send({ error: refused.error })
  }
}
