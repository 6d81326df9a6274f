import { z } from 'zod'
import { newestClientHeader } from '../game-client/client.ts'
import { playerId } from '../ids.ts'
import { generationHeader, positionHeader, positionText, staleHeader } from '../ledger/position.ts'
import { topics } from '../ledger/topic.ts'
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

const partitions = Array.from({ length: topics.events.partitions }, (_, n) => n)
const eventPosition = z.string().regex(new RegExp(`^(${partitions.join('|')}):[0-9]{1,15}$`))

const prefer = z.string().optional().describe('`wait=0`: answer as soon as the play is stored, without ranks')

/** Headers that a request of this route may carry, beyond the token. */
export function requestHeaders(service: string, route: Route) {
  if (route.name === submitPlay.name) {
    return z.object({
      'Idempotency-Key': z
        .string()
        .max(200)
        .optional()
        .describe('Names this play, chosen by the client; the same as `playKey` in the body'),
      'Stepledger-User': playerId
        .optional()
        .describe('Whose play it is, as auth-check says; under the key of another player the answer is 403'),
      'Play-Age': z
        .string()
        .optional()
        .describe(
          'Seconds since the play was played; goes before `pendingDate`. What is no number counts for nothing',
        ),
      Prefer: prefer,
    })
  }
  if (route.name === streamEvents.name)
    return z.object({
      'Last-Event-ID': z
        .string()
        .max(200)
        .optional()
        .describe('The id of the last message: the stream goes on after it'),
    })
  if (route.name === submitPlays.name) return z.object({ Prefer: prefer })
  if (!readsModels(service, route)) return undefined
  return z.object({
    [positionHeader]: eventPosition
      .optional()
      .describe('The answer waits until it holds the event at this position, for two seconds at most'),
  })
}

/** Headers that a success of this route carries. */
export function answerHeaders(service: string, route: Route) {
  const headers = {
    ...(route.path.startsWith('/v1/') && {
      [newestClientHeader]: z.string().describe('The newest version of the module for the game'),
    }),
    ...(writesLedger(service, route) && {
      [positionHeader]: positionText
        .optional()
        .describe('Where the event lies in the ledger, when there was something to write'),
    }),
    ...(readsModels(service, route) && {
      [generationHeader]: z.string().optional().describe('Which generation of the read models answered'),
      [staleHeader]: z.literal('true').optional().describe('The answer does not hold the asked position yet'),
    }),
  }
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined
}
