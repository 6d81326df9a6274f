import { submitPlays } from '@stepledger/contracts/http/bulk-plays.ts'
import { submitPlay } from '@stepledger/contracts/http/game.ts'
import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { httpErrorOf } from '../http/http-error-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Errors of single plays of a queue, whose request succeeds. */
    refusedPlays: readonly unknown[] | undefined
  }
}

const paths: ReadonlySet<string | undefined> = new Set([submitPlay.path, submitPlays.path])

/**
 * Counts plays that were refused, by reason. A client sends plays that were refused for `ledger`, `database`, `busy`,
 * `disk`, `rate` and `quota` again.
 */
export function countRefusedPlays(app: FastifyInstance, registry: Registry): void {
  const refused = new Counter({
    name: 'stepledger_plays_refused_total',
    help: 'Plays that this process refused, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  app.decorateRequest('refusedPlays')
  app.addHook('onError', (request, _reply, error, done) => {
    if (paths.has(request.routeOptions.url)) refused.inc({ reason: refusalOf(error) })
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    for (const error of request.refusedPlays ?? []) refused.inc({ reason: refusalOf(error) })
    done()
  })
}

/** `fault`: an unexpected error. */
export function refusalOf(error: unknown): string {
  const known = httpErrorOf(error, true)
  if (!known) return isInvalid(error) ? 'invalid' : 'fault'
  const { status, details } = known
  if (details.refusal) return details.refusal
  if (status === 507) return 'disk'
  if (status >= 500) return 'busy'
  return status === 401 || status === 403 ? 'key' : 'invalid'
}

/** An error of Fastify about the request, such as a body that is too large. */
function isInvalid(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
