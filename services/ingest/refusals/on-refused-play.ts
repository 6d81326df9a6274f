import { submitPlays } from '@stepledger/contracts/http/bulk-plays.ts'
import { submitPlay } from '@stepledger/contracts/http/game.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { httpErrorOf } from '../../platform/http/error-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Errors of single plays of a queue, whose request succeeds. */
    refusedPlays: readonly unknown[] | undefined
  }
}

const paths: ReadonlySet<string | undefined> = new Set([submitPlay.path, submitPlays.path])

/** Calls `listener` for each play that this process refuses, with its error. */
export function onRefusedPlay(
  app: FastifyInstance,
  listener: (request: FastifyRequest, error: unknown) => void,
): void {
  if (!app.hasRequestDecorator('refusedPlays')) app.decorateRequest('refusedPlays')
  app.addHook('onError', (request, _reply, error, done) => {
    if (paths.has(request.routeOptions.url)) listener(request, error)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    for (const error of request.refusedPlays ?? []) listener(request, error)
    done()
  })
}

/**
 * The reason of a refusal. A client sends plays that were refused for `ledger`, `database`, `busy`, `disk`, `rate` and
 * `quota` again. `fault`: an unexpected error.
 */
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
