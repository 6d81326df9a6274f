import { randomBytes } from 'node:crypto'
import { createServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { newestClient, newestClientHeader } from '@stepledger/contracts/game-client/client.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { Authentication, Caller } from '../authentication/authentication.ts'
import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import type { Limits } from '../limits/limits.ts'
import { uploadOrigins } from '../storage/s3-address.ts'
import { setAntiForgeryCookie } from './authorize.ts'
import { answerClientError } from './client-errors.ts'
import { type Compress, compressor } from './compress.ts'
import { answerError } from './error-answers.ts'
import { parseJsonBodies } from './json-body.ts'
import { limitPipelining } from './pipelining.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'

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

/** Time to drain in-flight requests, ms. Less than half of the time for the shutdown of the process. */
const drainTimeoutMs = 2000

/**
 * Interval for closing idle connections, ms. Node closes them only once, when it stops listening; a connection whose
 * last request ends later would stay open.
 */
const sweepMs = 20

/**
 * Graceful shutdown of `app.close()`: accepts no new connections, drains in-flight requests, closes connections as they
 * become idle, and after two seconds closes all that are left.
 */
function closeGracefully(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  let sweep: NodeJS.Timeout | undefined
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => closeIdle(app, sockets), sweepMs)
    cut = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    clearTimeout(cut)
    done()
  })
}

/** Browsers preconnect, and Node does not consider a connection idle before its first request. */
function closeIdle(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  app.server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

/** Sends the newest version of the module to the game with every response, including errors. */
function sendNewestClientHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/v1/')) reply.header(newestClientHeader, newestClient)
    done()
  })
}

const offered = Symbol('an Upgrade header')

/**
 * A request that Node treats as an upgrade only for websockets. Other upgrade offers, such as curl's h2c, may be ignored
 * (RFC 9110, 7.8) and are served as usual; with an upgrade listener, Node 20 would pass all of them to it.
 */
class Request extends IncomingMessage {
  [offered]?: boolean

  get upgrade(): boolean {
    return this[offered] === true && this.method === 'GET' && isWebSocketRequest(this)
  }

  /** Node sets this before the headers are parsed, and reads it afterwards. */
  set upgrade(offers: boolean) {
    this[offered] = offers
  }
}

function isWebSocketRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Headers of API responses, which are data: nothing in them may be executed, and caches must not store them.
 */
const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Whether `url` (a path) belongs to the API, not to a page or file of the website. */
function isApi(url: string): boolean {
  return /^\/(api|v1|live|metrics)(?:[/?]|$)/.test(url)
}

/** File name of the worker that runs DuckDB for /data. */
const duckdbWorker = /^\/assets\/duckdb-[\w.-]+\.worker-[\w-]+\.js$/

/**
 * A worker has the content security policy of its script, not of its page. Only this one may compile WebAssembly, which
 * it fetches from this host; it can reach no other host.
 */
const duckdbHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
}

/**
 * Content security policy and related headers. A page may load scripts, styles, pictures and sockets only from this
 * host, and upload packs to the storage.
 */
function setSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, storageUrl }: Pick<Config, 'publicUrl' | 'storageUrl'>,
): void {
  const secure = publicUrl.startsWith('https:')
  const setPageHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // Not every browser includes same-host sockets in 'self'.
        'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws'), ...uploadOrigins(storageUrl)],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // URLs of mail links contain tokens.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url)) {
      reply.headers(apiHeaders)
      done()
    } else if (duckdbWorker.test(request.url)) {
      reply.headers(duckdbHeaders)
      done()
    } else {
      setPageHeaders(request.raw, reply.raw, () => done())
    }
  })
}
