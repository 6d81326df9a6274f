import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { submitPlay, submitPlays } from '@stepledger/contracts/http/game.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { bearerToken } from '../../platform/http/authorize.ts'
import { clientOf } from '../../platform/http/client-of.ts'
import { asRefusal, httpErrorOf } from '../../platform/http/error-answers.ts'
import type { IngestDeps } from '../deps.ts'
import { refusalCounts } from './refusal-counts.ts'
import { addRefusals } from './refusals-table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Errors of single plays of a queue, whose request succeeds. */
    refusedPlays: readonly unknown[] | undefined
  }
}

const paths: ReadonlySet<string | undefined> = new Set([submitPlay.path, submitPlays.path])

/** Calls `listener` for each play that this process refuses, with its error. */
function onRefusedPlay(
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
function refusalOf(error: unknown): string {
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

export function countRefusedPlays(app: FastifyInstance, registry: Registry): void {
  const refused = new Counter({
    name: 'stepledger_plays_refused_total',
    help: 'Plays that this process refused, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  onRefusedPlay(app, (_request, error) => refused.inc({ reason: refusalOf(error) }))
}

/** Most pairs of key and reason between two writes, of valid keys and of others. */
const maxKeys = 200
const maxSample = 200
/** Interval between writes, ms. Without a refusal nothing is written. */
const everyMs = 2_000
/** "sl_" and five characters, as lists of API keys show them. */
const keyPrefix = /^sl_\w{5}/

/**
 * Records refused plays by the prefix of their API key, its owner and the reason, with the last error as a sample. While
 * the database is away the counts wait in memory; those of the last seconds before an exit are lost.
 */
export function recordRefusals(
  app: FastifyInstance,
  { database, log, now }: Pick<IngestDeps, 'database' | 'log' | 'now'>,
): Promise<BackgroundWorker> {
  const counts = refusalCounts(maxKeys)
  onRefusedPlay(app, (request, error) =>
    counts.add({
      key: keyOf(request),
      player: request.caller?.playerId ?? null,
      reason: refusalOf(error),
      sample: errorMessage(asRefusal(error, request) ?? error).slice(0, maxSample),
      client: clientOf(request.headers),
      at: now(),
    }),
  )
  return startBackgroundWorker({
    database,
    log,
    works: [
      {
        about: 'counts of refused plays',
        async work() {
          const refusals = counts.drain()
          if (refusals.length === 0) return everyMs
          await addRefusals(database.pool, refusals).catch((error: unknown) => {
            counts.restore(refusals)
            throw error
          })
          return everyMs
        },
      },
    ],
  })
}

/** Never more than the prefix of a key: requests may have other secrets in this header. */
function keyOf({ headers }: FastifyRequest): string {
  return keyPrefix.exec(bearerToken(headers.authorization) ?? '')?.[0] ?? 'none'
}
