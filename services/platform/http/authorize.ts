import type { Access, RateClass, Route } from '@stepledger/contracts/http/route.ts'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authentication, Caller, TokenUse } from '../authentication/authentication.ts'
import type { Config } from '../config/config.ts'
import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { clientOf } from './client-of.ts'
import {
  forbidden,
  gameRateLimited,
  type HttpError,
  needsProof,
  tooMany,
  unauthorized,
} from './http-error.ts'

interface Guards {
  readonly authentication: Authentication
  readonly limits: Limits
}

export type CallerOf = { [A in Access]: A extends 'public' ? Caller | null : Caller }

/**
 * Authenticates, rate-limits and authorises a request before its body is read. Resolves to the caller, or null for a
 * visitor; rejects with 401, 403, 429, for the game 503 instead of 429.
 */
export async function authorize(
  guards: Guards,
  route: Route,
  request: FastifyRequest,
): Promise<Caller | null> {
  const { authentication, limits } = guards
  const token = bearerToken(request.headers.authorization)
  const known = token === null ? null : await authentication.authenticate(token, useOf(request))
  if (token !== null && known === null) await limitUnknownTokens(limits, route, request)
  const wait = await takeLimit(limits, route, request, known)
  if (wait > 0) throw limitPassed(route.access, wait)
  const caller = admit(route, known)
  checkAntiForgery(request)
  // After the caller is admitted: an API key must not use up the quota of its account.
  if (route.rate === 'change' && caller !== null) {
    const untilTomorrow = await limits.take('change', caller.playerId)
    if (untilTomorrow > 0) throw tooMany(untilTomorrow)
  }
  if (
    route.needsProof &&
    caller?.by === 'session' &&
    !(await authentication.hasRecentProof(caller.credentialId))
  )
    throw needsProof()
  return caller
}

/**
 * Unknown tokens are rate-limited per address, only after the lookup, so that valid tokens are never delayed by others
 * behind the same address. On public routes they continue as visitors.
 */
async function limitUnknownTokens(limits: Limits, { access }: Route, { ip }: FastifyRequest): Promise<void> {
  const wait = await limits.take('lookup', addressKey(ip))
  if (wait > 0 && access !== 'public') throw limitPassed(access, wait)
}

/** A rate-limited call of the game gets 503, because clients of the game drop plays after a 4xx status. */
function limitPassed(access: Access, wait: number): HttpError {
  return access === 'game' ? gameRateLimited(wait) : tooMany(wait)
}

/** Counts the request. Returns 0 if it may proceed, else the seconds to wait. */
async function takeLimit(
  limits: Limits,
  { access, rate }: Route,
  { ip }: FastifyRequest,
  caller: Caller | null,
): Promise<number> {
  // Sign-ins are limited once the device is known: accounts/sign-in/account-password.ts. Mail links and the
  // session's own passkeys are limited by account: accounts/mail/links.ts, accounts/passkeys.
  if (rate === 'none' || rate === 'login' || rate === 'link') return 0
  if (rate === 'passkey' && access === 'session' && caller !== null) return 0
  return limits.take(...limitOf(rate, caller, ip))
}

function admit({ access, path }: Route, caller: Caller | null): Caller | null {
  if (access === 'public') return caller?.by === 'session' ? caller : null
  if (caller === null) throw unauthorized(access === 'game' ? 'Unknown API key' : 'Please sign in')
  if (access === 'game' && caller.by !== 'operator') return caller
  if (caller.by === 'apiKey') throw forbidden('API keys only work for calls of the game')
  if (caller.by === 'operator' && !path.startsWith('/api/admin/'))
    throw forbidden('Tokens of operators only work for /api/admin')
  if (access !== 'session' && !caller.permissions.has(access)) {
    throw forbidden("You don't have permission to do this")
  }
  return caller
}

/**
 * Returns the rate limit and its key. Plays count per player, across API keys; registrations and codes per address;
 * everything else per player, or per address for visitors. Sign-ins by passkey also count per account (enforce-limit.ts).
 */
function limitOf(
  rate: Exclude<RateClass, 'none' | 'login' | 'link'>,
  caller: Caller | null,
  address: string,
): [LimitName, string] {
  if (rate === 'register' || rate === 'code' || (rate === 'passkey' && caller === null))
    return [rate, addressKey(address)]
  const limit = rate === 'change' ? 'write' : rate
  // A wrong key must not use up the quota of valid keys behind the same address.
  if (caller === null) return [rate === 'play' ? 'read' : limit, addressKey(address)]
  return [limit, caller.playerId]
}

function useOf({ ip, headers }: FastifyRequest): TokenUse {
  return { address: ip, client: clientOf(headers) }
}

export const callerFor: { readonly [A in Access]: (request: FastifyRequest) => CallerOf[A] } = {
  public: ({ caller }) => caller,
  game: requiredCaller,
  session: requiredCaller,
  'packs.upload': requiredCaller,
  'ledger.operate': requiredCaller,
}

function requiredCaller({ caller }: FastifyRequest): Caller {
  if (caller === null) throw unauthorized('Please sign in')
  return caller
}

/** Returns the token of an `Authorization` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  return /^Bearer +([\w.~+/=-]{1,200})$/i.exec(header)?.[1] ?? null
}

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
function checkAntiForgery(request: FastifyRequest): void {
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
