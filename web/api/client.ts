import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { generationHeader, positionHeader, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import { CallError, isProofNeeded, serverTextOf } from './call-error.ts'

export interface ClientOptions {
  readonly fetch: typeof fetch
  readonly token: () => string | null
  readonly cookies: () => string
  /** Called when a call with this token is answered 401. */
  readonly onUnauthorized: (token: string | null) => void
  /** Opens the identity confirmation; resolves to whether it succeeded. */
  readonly onProofNeeded: () => Promise<boolean>
  /** Called after a network error, a timeout, or a response of 502, 503 or 504. */
  readonly onUnreachable: () => void
  /** Called with the read models' generation of each response, before its promise resolves. */
  readonly onGeneration: (generation: number) => void
  /** Monotonic time, ms. */
  readonly now: () => number
  /** The timeout of a call, ms. */
  readonly timeout: number
}

/** Calls a route of the contract and validates the response against it. Throws `CallError`. */
export type Call = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
  signal?: AbortSignal,
) => Promise<z.output<A>>

/**
 * How long reads carry the position of a write, ms. Later it is folded, or names another event, because the system was
 * moved to a ledger with more partitions.
 */
const ownWritesMs = 60_000

const noWrite = { position: '', at: Number.NEGATIVE_INFINITY }

/**
 * Creates the HTTP client. Reads carry the `Ledger-Position` of the last write, so a page reads its own writes.
 */
export function createClient(options: ClientOptions): Call {
  let lastWrite = noWrite

  const once: Call = async (route, input, signal) => {
    const token = options.token()
    const read = route.method === 'GET'
    const headers = new Headers({ accept: route.media })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (read && options.now() - lastWrite.at < ownWritesMs) headers.set(positionHeader, lastWrite.position)
    const xsrf = cookieValue(options.cookies(), 'XSRF-TOKEN')
    if (!read && xsrf !== null) headers.set('x-xsrf-token', xsrf)
    if (input.body !== undefined) headers.set('content-type', 'application/json')

    const address = routeAddress(route, input)
    const timeout = AbortSignal.timeout(options.timeout)
    const { response, text } = await send(
      options,
      address,
      {
        method: route.method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      },
      timeout,
    )

    const position = response.headers.get(positionHeader)
    if (!read && position !== null) lastWrite = { position, at: options.now() }

    const generation = Number(response.headers.get(generationHeader))
    if (generation > 0) options.onGeneration(generation)

    const body = route.media === 'application/json' || !response.ok ? parseJson(text) : text
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
      // The last write was in another ledger: the system was moved or restored.
      if (error instanceof CallError && error.field === positionHeader) {
        lastWrite = noWrite
        return once(route, input, signal)
      }
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
  timeout: AbortSignal,
) {
  try {
    const response = await fetch(address, init)
    if (unavailable.includes(response.status)) onUnreachable()
    return { response, text: await response.text() }
  } catch {
    if (init.signal?.aborted && !timeout.aborted)
      throw new CallError({ kind: 'aborted', message: 'Request aborted' })
    onUnreachable()
    if (timeout.aborted) throw new CallError({ kind: 'timeout', message: 'Request timed out' })
    throw new CallError({ kind: 'network', message: 'Network error' })
  }
}

function refusal({ status, headers }: Response, body: unknown): CallError {
  const { field, code } = refusalFields.parse(body)
  const serverText = serverTextOf(body)
  return new CallError({
    kind: 'status',
    message: `Request failed with status code ${status}`,
    status,
    stale: headers.has(staleHeader),
    ...(serverText === undefined ? {} : { serverText }),
    ...(field === undefined ? {} : { field }),
    ...(code === undefined ? {} : { code }),
  })
}

const text = z.string().optional().catch(undefined)
const refusalFields = z.object({ field: text, code: text }).catch({})

export interface RouteInput<P extends Shape, Q extends Shape, B extends Shape> {
  readonly params?: z.input<P>
  readonly query?: z.input<Q>
  readonly body?: z.input<B>
}

function entriesOf(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[name, String(value)] satisfies [string, string]],
  )
}

/** Path and query of a call: `/api/play/:id` with id 7 gives `/api/play/7`. */
export function routeAddress(
  route: Pick<Route, 'path'>,
  input: { params?: unknown; query?: unknown },
): string {
  const params = new Map(entriesOf(input.params))
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ''))
  const query = new URLSearchParams(entriesOf(input.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  }
  return null
}
