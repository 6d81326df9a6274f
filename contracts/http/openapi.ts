import { createDocument, type ZodOpenApiOverrideContext, type ZodOpenApiPathsObject } from 'zod-openapi'
import { clientMessage, serverMessage } from '../push/messages.ts'
import { grade } from '../rules/grade.ts'
import { streamMessages } from '../stream/messages.ts'
import { apiKey } from './api-keys.ts'
import { liveDescription } from './openapi-live.ts'
import { operation } from './openapi-operation.ts'
import { streamDescription } from './openapi-stream.ts'
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
