import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { newestClientHeader } from '../game-client/client.ts'
import { playerId } from '../ids.ts'
import { generationHeader, positionHeader, positionText, staleHeader } from '../ledger/position.ts'
import { maxPartitions } from '../ledger/topic.ts'
import {
  clientMessage,
  closeCode,
  maxFrames,
  maxFramesSeconds,
  maxMessage,
  maxTopics,
  serverMessage,
} from '../push/messages.ts'
import { grade } from '../rules/grade-names.ts'
import {
  heartbeatSeconds,
  maxPlaysOfHour,
  streamDays,
  streamMessages,
  streamPatienceSeconds,
} from '../stream.ts'
import { apiKey } from './api-keys.ts'
import { oldestPosition, streamEvents } from './event-stream.ts'
import { submitPlay, submitPlays } from './game.ts'
import { rival } from './rivals.ts'
import {
  type Access,
  commonErrors,
  errorAnswer,
  minutesOfProof,
  proofNeeded,
  type Route,
  takesBody,
} from './route.ts'
import { routesByService } from './routes.ts'
import { chart, chartSummary } from './shapes/chart.ts'
import { leaderboard } from './shapes/leaderboard.ts'
import { pageMeta } from './shapes/paging.ts'
import { play } from './shapes/play.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { publicUser, user } from './shapes/user.ts'
import { getSite } from './site.ts'

const about = `Paths under /v1 are for the game, paths under /api for the website. Bodies are JSON, times ISO 8601 UTC.
Writes to the ledger respond with the header Ledger-Position; reads that send it wait for that write.
Writes of the website with the cookie XSRF-TOKEN must repeat its value in the header X-XSRF-TOKEN.`

/** Generates the OpenAPI 3.1 description of all routes. */
export function openApiDocument() {
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Stepledger', version: '1', description: about },
      servers: [{ url: '/' }],
      tags: Object.keys(routesByService).map((name) => ({ name })),
      paths: paths(),
      'x-websocket': liveDescription,
      'x-event-stream': streamDescription,
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token from signing in' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: sl_ followed by 32 letters and digits',
          },
        },
        schemas: {
          Error: errorAnswer,
          User: user,
          PublicUser: publicUser,
          ApiKey: apiKey,
          Rival: rival,
          Chart: chart,
          ChartSummary: chartSummary,
          Leaderboard: leaderboard,
          Play: play,
          RecentPlay: recentPlay,
          PageMeta: pageMeta,
          Grade: grade,
          LiveRequest: clientMessage,
          LiveMessage: serverMessage,
          StreamStart: streamMessages.start,
          StreamPlays: streamMessages.plays,
          StreamPack: streamMessages.pack,
          StreamEvent: streamMessages.event,
          StreamRules: streamMessages.rules,
        },
      },
    },
    { override: allowNewFields },
  )
}

/** Responses may get new fields, so clients must not reject unknown ones. */
function allowNewFields({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

function paths(): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {}
  for (const [service, routes] of Object.entries(routesByService)) {
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      all[path] = { ...all[path], [route.method.toLowerCase()]: operation(service, route) }
    }
  }
  return all
}

/**
 * Describes the websocket as an OpenAPI extension, because OpenAPI has none. `receives` and `sends` are from the point
 * of view of the server.
 */
const liveDescription = {
  path: '/live',
  summary: 'Follow changes over a websocket',
  description: [
    'Messages are JSON, one per frame. Topics are `home`, `packs`, `chart:{hash}`, `player:{id}`, `event:{slug}` and `ops`.',
    `Limits per connection: ${maxTopics} topics, ${maxMessage / 1024} KiB per message, ${maxFrames} frames in ${maxFramesSeconds} seconds, including pings.`,
    'A connection that reads too slowly or does not answer pings is terminated without a close code. Reconnect with back-off, and fetch the displayed data again.',
  ].join('\n'),
  receives: { $ref: '#/components/schemas/LiveRequest' },
  sends: { $ref: '#/components/schemas/LiveMessage' },
  closeCodes: {
    [closeCode.goingAway]: 'Shutdown of the server, or it missed notices that it should have sent',
    [closeCode.unsupported]: 'A message that is not text',
    [closeCode.policyViolation]: 'Too many frames',
    [closeCode.tooBig]: `A message above ${maxMessage / 1024} KiB`,
    [closeCode.serverError]: 'Internal error',
    [closeCode.tryAgainLater]: 'Too many connections of the account, or too many requests from the address',
  },
} as const

/** Describes the event stream as an OpenAPI extension, because OpenAPI 3.1 cannot describe streamed messages. */
const streamDescription = {
  path: streamEvents.path,
  summary: 'Follow events over server-sent events',
  description: [
    'Each message has an `event` (one of those below), `data` as one line of JSON, and an `id`, which is the position after it.',
    `To resume, reconnect with the last \`id\` in \`Last-Event-ID\`, as EventSource does by itself, or in \`?after=\`. Any process resumes after that message, up to ${streamDays} days later. \`?after=${oldestPosition}\` starts with the oldest message; without a position the stream starts now.`,
    `The stream names nobody: plays are published by the hour, after the operator's delay, without their players; they can be matched to the public pages. Plays that are received later are left out. At most the first ${maxPlaysOfHour.toLocaleString('en')} plays of an hour are sent.`,
    'A message about a pack is sent once the change is visible in the lists; a delayed change is sent after later ones.',
    `An idle stream sends a heartbeat, a line with only a colon, every ${heartbeatSeconds} seconds. A reader that reads nothing for ${streamPatienceSeconds} seconds is disconnected. On shutdown the server ends the stream: reconnect after the time in \`retry\`.`,
    'Ignore unknown messages and fields, because new ones may be added.',
  ].join('\n'),
  sends: {
    start: { $ref: '#/components/schemas/StreamStart' },
    plays: { $ref: '#/components/schemas/StreamPlays' },
    pack: { $ref: '#/components/schemas/StreamPack' },
    event: { $ref: '#/components/schemas/StreamEvent' },
    rules: { $ref: '#/components/schemas/StreamRules' },
  },
} as const

function operation(service: string, route: Route): ZodOpenApiOperationObject {
  return {
    operationId: route.name,
    tags: [service],
    summary: route.summary,
    description: description(route),
    security: security(route.access),
    requestParams: requestParams(service, route),
    ...(takesBody(route) && { requestBody: requestBody(route) }),
    responses: responses(service, route),
  }
}

const requirements = {
  public: 'No authentication required.',
  game: 'Requires an API key or a session.',
  session: 'Requires a session; API keys are rejected.',
}

function description({ access, bodyLimit, needsProof, ...route }: Route): string {
  const authentication =
    access === 'public' || access === 'game' || access === 'session'
      ? requirements[access]
      : `Requires a session of a player with the permission ${access}.`
  const proof = needsProof
    ? ` The session must have proved its identity by password or passkey within ${minutesOfProof} minutes; otherwise 403 with the code ${proofNeeded}.`
    : ''
  const limit = takesBody(route) ? ` The body is limited to ${bodyLimit} bytes.` : ''
  return authentication + proof + limit
}

function security(access: Access): ZodOpenApiOperationObject['security'] {
  if (access === 'public') return []
  return access === 'game' ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }]
}

function requestParams(service: string, route: Route): ZodOpenApiOperationObject['requestParams'] {
  const header = requestHeaders(service, route)
  return {
    ...(route.params instanceof z.ZodObject && { path: route.params }),
    ...(route.query instanceof z.ZodObject && { query: route.query }),
    ...(header && { header }),
  }
}

function requestBody(route: Route): ZodOpenApiOperationObject['requestBody'] {
  return {
    required: !route.body.safeParse(undefined).success,
    content: { 'application/json': { schema: route.body } },
  }
}

function responses(service: string, route: Route): ZodOpenApiResponsesObject {
  const headers = answerHeaders(service, route)
  const success = {
    description: route.summary,
    ...(headers && { headers }),
    content: { [route.media]: { schema: route.answer } },
  }
  const errors = [...new Set([...commonErrors(route), ...route.errors])].sort((a, b) => a - b)
  return Object.fromEntries([
    [`${route.status}`, success],
    ...errors.map((status) => [`${status}`, errorResponse(status)]),
  ])
}

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
function requestHeaders(service: string, route: Route) {
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
function answerHeaders(service: string, route: Route) {
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

const retryAfter = z.object({
  'Retry-After': z.string().describe('Seconds to wait before the next attempt'),
})

const meanings: Readonly<Record<number, string>> = {
  400: 'Malformed path, query or JSON',
  401: 'Missing, invalid or expired token',
  403: 'Forbidden for this caller; for writes of the website also if X-XSRF-TOKEN is missing',
  404: 'Not found',
  409: 'Conflict with the current state',
  413: 'The body is too large',
  415: 'The body is not JSON, or it is compressed',
  422: 'A field of the body is invalid: `field` names it, `error` is the reason',
  429: 'Rate limit exceeded',
  431: 'Address and headers together exceed 16 KB',
  500: 'Internal error',
  503: 'Temporarily unavailable; retry after the number of seconds in Retry-After',
  507: 'The disk of the server is nearly full; retry later',
}

/** A component shared by all routes. Throws if the status has no description. */
function errorResponse(status: number): ZodOpenApiResponseObject {
  const response = errorResponses.get(status)
  if (!response) throw new Error(`there is no description of status ${status}`)
  return response
}

const errorResponses = new Map(
  Object.entries(meanings).map(([status, description]): [number, ZodOpenApiResponseObject] => [
    Number(status),
    {
      id: `Error${status}`,
      description,
      ...((status === '429' || status === '503' || status === '507') && { headers: retryAfter }),
      content: { 'application/json': { schema: errorAnswer } },
    },
  ]),
)
