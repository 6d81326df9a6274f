import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { Refusal, tooMany } from '../../platform/http/refusal.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import { openCount } from './open-count.ts'

interface DoorOptions {
  readonly most: Config['sockets']
  readonly limits: Limits
  readonly counts: LiveCounts
}

/** After how long anyone who is refused may try again, seconds. */
const retryAfter = { 'retry-after': '30' }

/**
 * A hook of the route of the websocket: decides, before the upgrade, whether one more may be open. Answers 429 when its address has too many
 * or asks too often, 503 when there are too many in all. A place is free again when the connection beneath is closed.
 */
export function openDoor({ most, limits, counts }: DoorOptions) {
  const open = openCount(most.inAll)
  const addresses = openCount(most.perAddress)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ws) return
    const address = addressKey(request.ip)
    const wait = await limits.take('read', address)
    if (wait > 0) throw tooMany(wait)

    const line = request.raw.socket
    // It would never close again, and keep its place.
    if (line.destroyed) return reply.hijack()
    if (!addresses.take(address)) {
      counts.refused('address')
      throw new Refusal(429, 'Too many live connections from this address', { headers: retryAfter })
    }
    line.once('close', () => addresses.free(address))
    if (!open.take('all')) {
      counts.refused('all')
      // Not thrown: each would be a line in the log, of a server that is busy enough.
      return reply.code(503).headers(retryAfter).send({ error: 'Too many live connections' })
    }
    line.once('close', () => open.free('all'))
  }
}
