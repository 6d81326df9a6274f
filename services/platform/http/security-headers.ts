import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { uploadOrigins } from '../storage/upload-origins.ts'

/**
 * Headers of API responses, which are data: nothing in them may be executed, and caches must not store them.
 */
export const apiHeaders = {
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
export function setSecurityHeaders(
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
