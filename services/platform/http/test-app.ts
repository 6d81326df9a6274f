import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Authentication, Caller } from '../authentication/authentication.ts'
import { unwatchedDisk } from '../disk/disk-space.ts'
import { noLimits } from '../limits/limits.ts'
import { type HttpServerOptions, httpServer } from './server.ts'

/** Authenticates the given tokens, for tests that do not concern accounts. */
export function authenticationOf(callers: Readonly<Record<string, Caller>>): Authentication {
  return {
    authenticate: (token) => callers[token] ?? null,
    hasRecentProof: async () => true,
    secretsOf: async () => null,
    forget: () => {},
    forgetAll: () => {},
  }
}

/**
 * Creates the real server for tests with `inject`: silent by default, and every response is validated against its
 * contract.
 */
export function testApp(
  options: Partial<
    Pick<HttpServerOptions, 'authentication' | 'limits' | 'disk' | 'log' | 'requestTimeoutMs'>
  > & {
    publicUrl?: string
  } = {},
): FastifyInstance {
  return httpServer({
    config: {
      publicUrl: options.publicUrl ?? 'http://localhost:8080',
      trustProxy: false,
      checkAnswers: true,
      storageUrl: null,
    },
    log: options.log ?? pino({ level: 'silent' }),
    authentication: options.authentication ?? authenticationOf({}),
    limits: options.limits ?? noLimits,
    disk: options.disk ?? unwatchedDisk,
    ...(options.requestTimeoutMs ? { requestTimeoutMs: options.requestTimeoutMs } : {}),
  })
}
