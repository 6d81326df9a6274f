import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { bearerToken } from '../../platform/http/authorize.ts'
import { clientOf } from '../../platform/http/client-of.ts'
import { asRefusal } from '../../platform/http/error-answers.ts'
import type { IngestDeps } from '../deps.ts'
import { onRefusedPlay, refusalOf } from './on-refused-play.ts'
import { refusalCounts } from './refusal-counts.ts'
import { addRefusals } from './refusals-table.ts'

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
