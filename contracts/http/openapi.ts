import { createDocument, type ZodOpenApiOverrideContext, type ZodOpenApiPathsObject } from 'zod-openapi'
import {
  clientMessage,
  closeCode,
  maxFrames,
  maxFramesSeconds,
  maxMessage,
  maxTopics,
  serverMessage,
} from '../push/messages.ts'
import { grade } from '../rules/grade.ts'
import {
  heartbeatSeconds,
  maxPlaysOfHour,
  streamDays,
  streamMessages,
  streamPatienceSeconds,
} from '../stream/messages.ts'
import { apiKey } from './api-keys.ts'
import { oldestPosition, streamEvents } from './event-stream.ts'
import { operation } from './openapi-operation.ts'
import { rival } from './rivals.ts'
import { errorAnswer } from './route.ts'
import { routesByService } from './routes.ts'
import { chart, chartSummary } from './shapes/chart.ts'
import { leaderboard } from './shapes/leaderboard.ts'
import { pageMeta } from './shapes/paging.ts'
import { play } from './shapes/play.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { publicUser, user } from './shapes/user.ts'

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
