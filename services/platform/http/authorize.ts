import type { Access, RateClass, Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyRequest } from 'fastify'
import { identifyCaller } from '../identity/identify-caller.ts'
import type { Caller, Identity, TokenUse } from '../identity/identity.ts'
import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { checkAntiForgery } from './anti-forgery.ts'
import { bearerToken } from './bearer-token.ts'
import { clientOf } from './client-of.ts'
import { forbidden, type HttpError, needsProof, tooMany, tooManyOfGame, unauthorized } from './http-error.ts'

export interface Guards {
  readonly identity: Identity
  readonly limits: Limits
}

/** Who passes the gate of a route with this access. */
export type CallerOf = { [A in Access]: A extends 'public' ? Caller | null : Caller }

/**
 * Decides, before a byte of the body is read, whether a request may go on: who calls, how often, and whether this route
 * is for them. Returns the caller, null for a visitor; throws, or rejects with, 401, 403, 429, for the game 503. Waits for
 * nothing where nothing is to be asked: this stands in front of the hottest pages.
 */
export function authorize(
  guards: Guards,
  route: Route,
  request: FastifyRequest,
): Caller | null | Promise<Caller | null> {
  return route.needsProof ? proved(guards, route, request) : admitted(guards, route, request)
}

async function proved(guards: Guards, route: Route, request: FastifyRequest): Promise<Caller | null> {
  const caller = await admitted(guards, route, request)
  if (caller?.by === 'session' && !(await guards.identity.hasRecentProof(caller.credentialId)))
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
  const caller = identifyCaller(guards, token, useOf(request), (wait) => refuseStranger(route, wait))
  return caller instanceof Promise
    ? caller.then((known) => countAndAdmit(limits, route, request, known))
    : countAndAdmit(limits, route, request, caller)
}

/** Called when too many tokens from this address named nobody. */
function refuseStranger({ access }: Route, wait: number): null {
  if (access === 'public') return null
  throw limitPassed(access, wait)
}

/** A limit that a call of the game passes is answered 503: clients of the game drop plays that are answered 4xx. */
function limitPassed(access: Access, wait: number): HttpError {
  return access === 'game' ? tooManyOfGame(wait) : tooMany(wait)
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
  // Sign-ins are counted where it is known on which device: accounts/sign-in/begin-password-attempt.ts. Links
  // of mails and own passkeys are counted by account: accounts/mail/count-links.ts, accounts/passkeys.
  if (rate === 'none' || rate === 'login' || rate === 'link') return decide(0)
  if (rate === 'passkey' && access === 'session' && known !== null) return decide(0)
  const wait = limits.take(...counted(rate, known, request.ip))
  return typeof wait === 'number' ? decide(wait) : wait.then(decide)
}

function admit(access: Access, caller: Caller | null): Caller | null {
  if (access === 'public') return caller?.by === 'session' ? caller : null
  if (caller === null) throw unauthorized(access === 'game' ? 'Unknown API key' : 'Please sign in')
  if (access === 'game') return caller
  if (caller.by === 'apiKey') throw forbidden('An API key opens only the calls of the game')
  if (access !== 'session' && !caller.permissions.has(access)) {
    throw forbidden('You do not have the permission for this')
  }
  return caller
}

/**
 * Plays count by player, whichever of their keys sends them; registrations by address; the rest by player, calls of
 * visitors by address. Sign-ins by passkey are counted again by account (count-call.ts).
 */
function counted(
  rate: Exclude<RateClass, 'none' | 'login' | 'link'>,
  caller: Caller | null,
  address: string,
): [LimitName, string] {
  if (rate === 'register' || (rate === 'passkey' && caller === null)) return [rate, addressKey(address)]
  // A wrong key must not spend what the right ones behind the same address have.
  if (caller === null) return [rate === 'play' ? 'read' : rate, addressKey(address)]
  return [rate, caller.playerId]
}

function useOf({ ip, headers }: FastifyRequest): TokenUse {
  return { address: ip, client: clientOf(headers) }
}

/** The caller that the gate let pass, as the handler of a route with this access knows it. */
export const callerFor: { readonly [A in Access]: (request: FastifyRequest) => CallerOf[A] } = {
  public: ({ caller }) => caller,
  game: passed,
  session: passed,
  'packs.upload': passed,
  'ledger.operate': passed,
}

function passed({ caller }: FastifyRequest): Caller {
  if (caller === null) throw unauthorized('Please sign in')
  return caller
}
