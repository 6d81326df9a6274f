import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Authentication, Caller } from '../authentication/authentication.ts'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import type { Limits } from '../limits/limits.ts'
import { setAntiForgeryCookie } from './anti-forgery.ts'
import { answerClientError } from './client-errors.ts'
import { type Compress, compressor } from './compress.ts'
import { answerError } from './error-answers.ts'
import { closeGracefully } from './graceful-close.ts'
import { parseJsonBodies } from './json-body.ts'
import { sendNewestClientHeader } from './newest-client.ts'
import { limitPipelining } from './pipelining.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'
import { Request } from './upgrades.ts'

export interface HttpServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'storageUrl' | 'trustProxy' | 'checkAnswers'>
  readonly log: Logger
  readonly authentication: Authentication
  readonly limits: Limits
  readonly disk: DiskSpace
  /** Timeout for receiving a request with its body, ms; except in `withoutRequestTimeout`. */
  readonly requestTimeoutMs?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of `serve`. */
    readonly guards: Pick<HttpServerOptions, 'authentication' | 'limits' | 'disk'> & {
      readonly checkAnswers: boolean
      readonly compress: Compress
    }
  }
  interface FastifyRequest {
    /** The caller, set after authorisation; null for a visitor. */
    caller: Caller | null
  }
}

/** Enough for a play of 4 MiB over a slow connection, and a limit against slow-request attacks. */
const defaultRequestTimeoutMs = 120_000

/** Longer than proxies keep idle connections, so that they never send a request on one that is just being closed, ms. */
const keepAliveMs = 72_000

/**
 * Creates the HTTP server without routes; `serve` adds those of contracts. Bodies are JSON; errors have
 * one shape; responses to the game are plain HTTP/1.1 with Content-Length: no compression, redirects or ETags.
 * `close()` drains in-flight requests for up to 2 s.
 */
export function httpServer(options: HttpServerOptions): FastifyInstance {
  const { config, log, authentication, limits, disk, requestTimeoutMs = defaultRequestTimeoutMs } = options
  const run = randomBytes(4).toString('hex')
  let requests = 0
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than serving a cached page; log calls pass the request instead.
    childLoggerFactory: (logger) => logger,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    // Schemas limit parameters, with a better message.
    routerOptions: { maxParamLength: 1000 },
    genReqId: () => `${run}-${(++requests).toString(36)}`,
    trustProxy: proxies(config.trustProxy),
    clientErrorHandler: answerClientError,
    serverFactory: (handle) =>
      createServer(
        {
          IncomingMessage: Request,
          requestTimeout: requestTimeoutMs,
          headersTimeout: requestTimeoutMs / 2,
          connectionsCheckingInterval: requestTimeoutMs / 4,
          keepAliveTimeout: keepAliveMs,
        },
        limitPipelining(handle),
      ),
    forceCloseConnections: 'idle',
    // Requests on open connections are still served during shutdown.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.decorate('guards', {
    authentication,
    limits,
    disk,
    checkAnswers: config.checkAnswers,
    compress: compressor(),
  })
  app.decorateRequest('caller', null)
  parseJsonBodies(app)
  setSecurityHeaders(app, config)
  setAntiForgeryCookie(app, config, randomBytes)
  sendNewestClientHeader(app)
  closeGracefully(app)
  answerUnknownRoutes(app)
  app.setErrorHandler(answerError)
  return app
}

/**
 * Returns the path and query of an address in absolute form, `http://host/path` (RFC 9112, 3.2.2). Routing would accept
 * it, while checks and headers that depend on the path would not recognise it.
 */
function originForm(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** A number is the count of trusted hops. */
function proxies(trusted: Config['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}
