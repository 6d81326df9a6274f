import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { onRefusedPlay, refusalOf } from './on-refused-play.ts'

export function countRefusedPlays(app: FastifyInstance, registry: Registry): void {
  const refused = new Counter({
    name: 'stepledger_plays_refused_total',
    help: 'Plays that this process refused, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  onRefusedPlay(app, (_request, error) => refused.inc({ reason: refusalOf(error) }))
}
