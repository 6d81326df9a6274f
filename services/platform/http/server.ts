import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import type { Caller, Identity } from '../identity/identity.ts'
import type { Limits } from '../limits/limits.ts'
import { setAntiForgeryCookie } from './anti-forgery.ts'
import { answerClientError } from './client-errors.ts'
import { answerError } from './error-answers.ts'
import { closeGracefully } from './graceful-close.ts'
import { parseJsonBodies } from './json-body.ts'
import { sendNewestClientHeader } from './newest-client.ts'
import { serveOpenApi } from './openapi-route.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'
import { Request } from './upgrades.ts'

export interface HttpServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'storageUrl' | 'trustProxy' | 'checkAnswers'>
  readonly log: Logger
  readonly identity: Identity
  readonly limits: Limits
  readonly disk: DiskSpace
  /** Until a body must be complete, ms; except in `withoutRequestTimeout`. */
  readonly requestTimeoutMs?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What `serve` needs for every route. */
    readonly guards: Pick<HttpServerOptions, 'identity' | 'limits' | 'disk'> & {
      readonly checkAnswers: boolean
    }
  }
  interface FastifyRequest {
    /** Who calls, once the gate of the route has let the request pass; null for a visitor. */
    caller: Caller | null
  }
}

/** A play of 4 MiB over a slow line takes a while; a client that trickles forever is cut off. */
const defaultRequestTimeoutMs = 120_000

/**
 * The HTTP server, with no routes but its own description: `serve` adds those of contracts. Bodies are JSON; errors
 * have one shape; an answer to the game is plain HTTP/1.1 with a Content-Length: nothing here compresses, redirects or
 * compares ETags. `close()` lets requests at hand finish, within 2 s.
 */
export function httpServer(options: HttpServerOptions): FastifyInstance {
  const { config, log, identity, limits, disk, requestTimeoutMs = defaultRequestTimeoutMs } = options
  const run = randomBytes(4).toString('hex')
  let requests = 0
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs more than reading a kept page; who logs names the request.
    childLoggerFactory: (logger) => logger,
    // What is too long for a parameter is said by its schema.
    routerOptions: { maxParamLength: 1000 },
    genReqId: () => `${run}-${(++requests).toString(36)}`,
    trustProxy: proxies(config.trustProxy),
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: answerClientError,
    http: {
      IncomingMessage: Request,
      headersTimeout: requestTimeoutMs / 2,
      connectionsCheckingInterval: requestTimeoutMs / 4,
    },
    forceCloseConnections: 'idle',
    // What still comes on open connections while this process stops is answered as ever.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.decorate('guards', { identity, limits, disk, checkAnswers: config.checkAnswers })
  app.decorateRequest('caller', null)
  parseJsonBodies(app)
  setSecurityHeaders(app, config)
  setAntiForgeryCookie(app, config, randomBytes)
  sendNewestClientHeader(app)
  closeGracefully(app)
  answerUnknownRoutes(app)
  app.setErrorHandler(answerError)
  serveOpenApi(app)
  return app
}

/** A number means: the last this many hops are ours. */
function proxies(trusted: Config['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}
