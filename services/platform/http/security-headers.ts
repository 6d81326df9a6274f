import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { uploadOrigins } from '../storage/upload-origins.ts'

/**
 * Answers of calls are data: nothing in them may run, and no cache may keep them beyond what the pages themselves keep.
 */
const ofCalls = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Whether `url` (a path) is a call, not a page or a file of the website. */
export function isCall(url: string): boolean {
  return /^\/(api|v1|live|metrics)(?:[/?]|$)/.test(url)
}

/** The worker that runs DuckDB for /data/explore, as the build names it. */
const engineWorker = /^\/assets\/duckdb-[\w.-]+\.worker-[\w-]+\.js$/

/**
 * A worker has the rules of its own script, not of its page: this one alone may compile WebAssembly, which it fetches
 * from this host. It can run nothing else, and reach no other host, whatever somebody asks of it.
 */
const ofEngine = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
}

/**
 * Headers that keep a browser from running what is not ours. A page may take scripts, styles, pictures and sockets from
 * this host alone, and send packs to the storage.
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, storageUrl }: Pick<Config, 'publicUrl' | 'storageUrl'>,
): void {
  const secure = publicUrl.startsWith('https:')
  const ofPages = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // Not every browser counts a socket of the same host as 'self'.
        'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws'), ...uploadOrigins(storageUrl)],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The addresses of mail links hold tokens.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall(request.url)) {
      reply.headers(ofCalls)
      done()
    } else if (engineWorker.test(request.url)) {
      reply.headers(ofEngine)
      done()
    } else {
      ofPages(request.raw, reply.raw, () => done())
    }
  })
}
