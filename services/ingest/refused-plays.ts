import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
<<<<<<< HEAD:services/platform/metrics/refused-plays.ts
import { onRefusedPlay, refusalOf } from '../http/refused-plays.ts'
=======
import { httpErrorOf } from '../platform/http/http-error-of.ts'
>>>>>>> main:services/ingest/refused-plays.ts

/** Counts plays that were refused, by reason. */
export function countRefusedPlays(app: FastifyInstance, registry: Registry): void {
  const refused = new Counter({
    name: 'stepledger_plays_refused_total',
    help: 'Plays that this process refused, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  onRefusedPlay(app, (_request, error) => refused.inc({ reason: refusalOf(error) }))
}
