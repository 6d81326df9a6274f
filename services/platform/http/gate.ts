import type { Access, RateClass, Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyRequest } from 'fastify'
import { identifyCaller } from '../identity/identify-caller.ts'
import type { Caller, Identity, TokenUse } from '../identity/identity.ts'
import { addressKey } from '../limits/address-key.ts'
import type { LimitName } from '../limits/figures.ts'
import type { Limits } from '../limits/limits.ts'
import { checkAntiForgery } from './anti-forgery.ts'
import { clientOf } from './client-of.ts'
import { busy, forbidden, tooMany, unauthorized } from './refusal.ts'

export interface Guards {
  readonly identity: Identity
  readonly limits: Limits
}

/** Who passes the gate of a route with this access. */
export type CallerOf = { [A in Access]: A extends 'public' ? Caller | null : Caller }

/**
 * Decides, before a byte of the body is read, whether a request may go on: who calls, how often, and whether this route
 * is for them. Returns the caller, null for a visitor; throws, or rejects with, 401, 403, 429, for plays 503. Waits for
 * nothing where nothing is to be asked: this stands in front of the hottest pages.
 */
export function passGate(
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

/**
 * Too many tokens from this address named nobody. A play is not to be lost for it: after a 503 the game sends it again.
 */
function refuseStranger({ access, rate }: Route, wait: number): null {
  if (access === 'public') return null
  throw rate === 'play' ? busy(wait) : tooMany(wait)
}

function countAndAdmit(
  limits: Limits,
  { access, rate }: Route,
  request: FastifyRequest,
  known: Caller | null,
): Caller | null | Promise<Caller | null> {
  const decide = (wait: number) => {
    if (wait > 0) throw tooMany(wait)
    const caller = admit(access, known)
    checkAntiForgery(request)
    return caller
  }
  // Sign-ins are counted where it is known on which device: accounts/sign-in/password-tries.ts.
  if (rate === 'none' || rate === 'login') return decide(0)
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
 * Plays count by player, whichever of their keys sends them; registrations by address; calls about passkeys too, and
 * again by account (count-call.ts); the rest by caller or address.
 */
function counted(
  rate: Exclude<RateClass, 'none' | 'login'>,
  caller: Caller | null,
  address: string,
): [LimitName, string] {
  if (rate === 'register' || rate === 'passkey') return [rate, addressKey(address)]
  // A wrong key must not spend what the right ones behind the same address have.
  if (caller === null) return [rate === 'play' ? 'read' : rate, addressKey(address)]
  return [rate, caller.playerId]
}

function useOf({ ip, headers }: FastifyRequest): TokenUse {
  return { address: ip, client: clientOf(headers) }
}

function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  return /^Bearer +([\w.~+/=-]{1,200})$/i.exec(header)?.[1] ?? null
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
