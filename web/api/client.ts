import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { generationHeader, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import { z } from 'zod'
import { CallError, isProofNeeded, wordsOf } from './call-error.ts'
import { cookieValue, type RouteInput, routeAddress } from './request.ts'

export interface ClientOptions {
  readonly fetch: typeof fetch
  /** The session's token at this moment. */
  readonly token: () => string | null
  /** `document.cookie` at this moment. */
  readonly cookies: () => string
  /** A call with this token was answered 401. */
  readonly onUnauthorized: (token: string | null) => void
  /** Asks the player for a proof that a call needs; resolves to whether it was given. */
  readonly onProofNeeded: () => Promise<boolean>
  /** A call did not reach the server, timed out, or was answered 502, 503 or 504. */
  readonly onUnreachable: () => void
  /** Of which generation of the read models an answer is, before anybody gets it. */
  readonly onGeneration: (generation: number) => void
  /** Milliseconds. */
  readonly timeout: number
}

/**
 * Calls a route of the contract: sends what it takes, checks that the answer is what it promises. Throws `CallError`.
 */
export type Call = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
  signal?: AbortSignal,
) => Promise<z.output<A>>

/**
 * The one way to the server. A write's `Ledger-Position` goes along with the reads after it, so that a page shows what
 * was just done.
 */
export function createClient(options: ClientOptions): Call {
  let lastWrite: string | null = null

  const once: Call = async (route, input, signal) => {
    const token = options.token()
    const read = route.method === 'GET'
    const headers = new Headers({ accept: route.media })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (read && lastWrite !== null) headers.set('ledger-position', lastWrite)
    const xsrf = cookieValue(options.cookies(), 'XSRF-TOKEN')
    if (!read && xsrf !== null) headers.set('x-xsrf-token', xsrf)
    if (input.body !== undefined) headers.set('content-type', 'application/json')

    const address = routeAddress(route, input)
    const late = AbortSignal.timeout(options.timeout)
    const { response, text } = await send(
      options,
      address,
      {
        method: route.method,
        headers,
        signal: signal ? AbortSignal.any([signal, late]) : late,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      },
      late,
    )

    const position = response.headers.get('ledger-position')
    if (!read && position !== null) lastWrite = position

    const generation = Number(response.headers.get(generationHeader))
    if (generation > 0) options.onGeneration(generation)

    const body = route.media === 'application/json' || !response.ok ? parse(text) : text
    if (response.status === 401) options.onUnauthorized(token)
    if (!response.ok) throw refusal(response, body)
    const answer = route.answer.safeParse(body)
    if (!answer.success)
      throw new CallError({ kind: 'shape', message: `Invalid response from ${address.split('?')[0]}` })
    return answer.data
  }

  return async (route, input, signal) => {
    try {
      return await once(route, input, signal)
    } catch (error) {
      if (!isProofNeeded(error) || !(await options.onProofNeeded())) throw error
      return once(route, input, signal)
    }
  }
}

/** Statuses of a server, or the proxy before it, that cannot answer at the moment. */
const unavailable: readonly number[] = [502, 503, 504]

async function send(
  { fetch, onUnreachable }: Pick<ClientOptions, 'fetch' | 'onUnreachable'>,
  address: string,
  init: RequestInit,
  late: AbortSignal,
) {
  try {
    const response = await fetch(address, init)
    if (unavailable.includes(response.status)) onUnreachable()
    return { response, text: await response.text() }
  } catch {
    if (init.signal?.aborted && !late.aborted)
      throw new CallError({ kind: 'aborted', message: 'Request aborted' })
    onUnreachable()
    if (late.aborted) throw new CallError({ kind: 'timeout', message: 'Request timed out' })
    throw new CallError({ kind: 'network', message: 'Network error' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal({ status, headers }: Response, body: unknown): CallError {
  const { field, code } = refusalFields.parse(body)
  const said = wordsOf(body)
  return new CallError({
    kind: 'status',
    message: `Request failed with status code ${status}`,
    status,
    stale: headers.has(staleHeader),
    ...(said === undefined ? {} : { said }),
    ...(field === undefined ? {} : { field }),
    ...(code === undefined ? {} : { code }),
  })
}

const text = z.string().optional().catch(undefined)
const refusalFields = z.object({ field: text, code: text }).catch({})
