import { z } from 'zod'
import { newestClientHeader } from '../game-client/client.ts'
import { playerId } from '../ids.ts'
import { generationHeader, positionHeader, positionText, staleHeader } from '../ledger/position.ts'
import { maxPartitions } from '../ledger/topic.ts'
import { submitPlays } from './bulk-plays.ts'
import { streamEvents } from './event-stream.ts'
import { submitPlay } from './game.ts'
import type { Route } from './route.ts'
import { getSite } from './site.ts'

const writesLedger = (service: string, route: Route) => service === 'ingest' && route.method !== 'GET'
const readsModels = (service: string, route: Route) =>
  service === 'query' &&
  route.rate !== 'none' &&
  route.name !== getSite.name &&
  route.name !== streamEvents.name

const partitions = Array.from({ length: maxPartitions }, (_, n) => n)
const eventPosition = z.string().regex(new RegExp(`^(${partitions.join('|')}):[0-9]{1,15}$`))

const prefer = z
  .string()
  .optional()
  .describe('`wait=0`: respond as soon as the play is stored, without ranks')

/** Request headers of a route, except authentication. */
export function requestHeaders(service: string, route: Route) {
  if (route.name === submitPlay.name) {
    return z.object({
      'Idempotency-Key': z
        .string()
        .max(200)
        .optional()
        .describe('Identifies this play, chosen by the client; same as `playKey` in the body'),
      'Stepledger-User': playerId
        .optional()
        .describe('Id of the player, as returned by auth-check; with the API key of another player 403'),
      'Play-Age': z
        .string()
        .optional()
        .describe(
          'Seconds since the play was played; takes precedence over `pendingDate`. Ignored if not a number',
        ),
      Prefer: prefer,
    })
  }
  if (route.name === streamEvents.name)
    return z.object({
      'Last-Event-ID': z
        .string()
        .max(2_000)
        .optional()
        .describe('The id of the last message; the stream resumes after it'),
    })
  if (route.name === submitPlays.name) return z.object({ Prefer: prefer })
  if (!readsModels(service, route)) return undefined
  return z.object({
    [positionHeader]: eventPosition
      .optional()
      .describe('Waits up to two seconds until the event at this position is folded'),
  })
}

/** Response headers of a successful request. */
export function answerHeaders(service: string, route: Route) {
  const headers = {
    ...(route.path.startsWith('/v1/') && {
      [newestClientHeader]: z.string().describe('The newest version of the module for the game'),
    }),
    ...(writesLedger(service, route) && {
      [positionHeader]: positionText
        .optional()
        .describe('Position of the event in the ledger, if one was written'),
    }),
    ...(readsModels(service, route) && {
      [generationHeader]: z.string().optional().describe('Generation of the read models in the response'),
      [staleHeader]: z
        .literal('true')
        .optional()
        .describe(
          'The requested position, or the event of the requested play, was not folded in time, so the response is stale',
        ),
    }),
  }
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined
}
