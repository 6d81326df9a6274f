import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { forbidden } from './http-error.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'

/**
 * CSRF protection by a double-submit cookie, set when a browser opens a page. Clients that never open a page get none:
 * they are not browsers, so CSRF does not apply. The page reads the cookie, so it is not HttpOnly; it authenticates
 * nobody.
 */
export function setAntiForgeryCookie(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  random: (bytes: number) => Buffer,
): void {
  const secure = publicUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    if (opensPage(request) && cookieOf(request) === undefined) {
      const value = random(24).toString('base64url')
      reply.header(
        'set-cookie',
        stringifySetCookie({ name: cookieName, value, path: '/', sameSite: 'lax', secure }),
      )
    }
    done()
  })
}

/** Throws 403 for a write of the website whose header does not match its cookie. */
export function checkAntiForgery(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.url.startsWith('/api/')) return
  const cookie = cookieOf(request)
  if (cookie !== undefined && cookie !== request.headers[headerName]) {
    throw forbidden('This page is out of date. Please reload it and try again.')
  }
}

function opensPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false)
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  if (!headers.cookie?.includes(cookieName)) return undefined
  return parseCookie(headers.cookie)[cookieName]
}
