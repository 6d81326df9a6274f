import type { Access, RateClass, Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Authentication, Caller, TokenUse } from '../authentication/authentication.ts'
import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { checkAntiForgery } from './anti-forgery.ts'
import { bearerToken } from './bearer-token.ts'
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
 * Authenticates, rate-limits and authorises a request before its body is read. Returns the caller, or null for a
 * visitor; throws, or rejects with, 401, 403, 429, for the game 503 instead of 429. Synchronous if no lookup is needed,
 * since it runs before every hot page.
 */
export function authorize(
  guards: Guards,
  route: Route,
  request: FastifyRequest,
): Caller | null | Promise<Caller | null> {
  return route.needsProof ? withProof(guards, route, request) : admitted(guards, route, request)
}

async function withProof(guards: Guards, route: Route, request: FastifyRequest): Promise<Caller | null> {
  const caller = await admitted(guards, route, request)
  if (caller?.by === 'session' && !(await guards.authentication.hasRecentProof(caller.credentialId)))
    throw needsProof()
  return caller
}

function admitted(
  guards: Guards,
  route: Route,
  request: FastifyRequest,
): Caller | null | Promise<Caller | null> {
  const { limits } = guards
  const token = bearerToken(request.headers.authorization)
  if (token === null) return countAndAdmit(limits, route, request, null)
  const found = guards.authentication.authenticate(token, useOf(request))
  if (!(found instanceof Promise)) return countAndAdmit(limits, route, request, found)
  return found.then(async (caller) => {
    if (caller === null) await limitUnknownTokens(limits, route, request)
    return countAndAdmit(limits, route, request, caller)
  })
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

function countAndAdmit(
  limits: Limits,
  { access, rate }: Route,
  request: FastifyRequest,
  known: Caller | null,
): Caller | null | Promise<Caller | null> {
  const decide = (wait: number) => {
    if (wait > 0) throw limitPassed(access, wait)
    const caller = admit(access, known)
    checkAntiForgery(request)
    return caller
  }
  // Sign-ins are limited once the device is known: accounts/sign-in/verify-password.ts. Mail links and the
  // session's own passkeys are limited by account: accounts/mail/count-links.ts, accounts/passkeys.
  if (rate === 'none' || rate === 'login' || rate === 'link') return decide(0)
  if (rate === 'passkey' && access === 'session' && known !== null) return decide(0)
  const wait = limits.take(...limitOf(rate, known, request.ip))
  if (rate === 'change') return countChange(limits, Promise.resolve(wait).then(decide))
  return typeof wait === 'number' ? decide(wait) : wait.then(decide)
}

/** After the caller is admitted: an API key must not use up the quota. */
async function countChange(limits: Limits, admitted: Promise<Caller | null>): Promise<Caller | null> {
  const caller = await admitted
  const wait = caller === null ? 0 : await limits.take('change', caller.playerId)
  if (wait > 0) throw tooMany(wait)
  return caller
}

function admit(access: Access, caller: Caller | null): Caller | null {
  if (access === 'public') return caller?.by === 'session' ? caller : null
  if (caller === null) throw unauthorized(access === 'game' ? 'Unknown API key' : 'Please sign in')
  if (access === 'game') return caller
  if (caller.by === 'apiKey') throw forbidden('API keys only work for calls of the game')
  if (access !== 'session' && !caller.permissions.has(access)) {
    throw forbidden("You don't have permission to do this")
  }
  return caller
}

/**
 * Returns the rate limit and its key. Plays count per player, across API keys; registrations per address; everything
 * else per player, or per address for visitors. Sign-ins by passkey also count per account (enforce-limit.ts).
 */
function limitOf(
  rate: Exclude<RateClass, 'none' | 'login' | 'link'>,
  caller: Caller | null,
  address: string,
): [LimitName, string] {
  if (rate === 'register' || (rate === 'passkey' && caller === null)) return [rate, addressKey(address)]
  const limit = rate === 'change' ? 'write' : rate
  // A wrong key must not use up the quota of valid keys behind the same address.
  if (caller === null) return [rate === 'play' ? 'read' : limit, addressKey(address)]
  return [limit, caller.playerId]
}

function useOf({ ip, headers }: FastifyRequest): TokenUse {
  return { address: ip, client: clientOf(headers) }
}

/** Returns the authorised caller for the handler of a route, by access. */
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
