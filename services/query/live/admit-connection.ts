import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import { connectionSlots } from './connection-slots.ts'

interface AdmissionOptions {
  readonly max: Config['sockets']
  readonly limits: Limits
  readonly counts: LiveCounts
}

/**
 * A hook of the WebSocket route, run before the upgrade. Answers 429 when the address has too many connections or
 * exceeds its rate limit, 503 when there are too many in total. The slot is released when the TCP connection closes.
 */
export function admitConnection({ max, limits, counts }: AdmissionOptions) {
  const slots = connectionSlots({ max, refused: counts.refused, what: 'live connections' })

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ws) return
    const address = addressKey(request.ip)
    const wait = await limits.take('read', address)
    if (wait > 0) throw tooMany(wait)

    const tcpSocket = request.raw.socket
    // A destroyed socket emits no further 'close' event, so its slot would leak.
    if (tcpSocket.destroyed) return reply.hijack()
    const refused = slots.take(address, tcpSocket)
    if (refused) return reply.code(503).headers(refused.headers).send({ error: refused.error })
  }
}
