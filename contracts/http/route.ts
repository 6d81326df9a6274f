import { z } from 'zod'

/** Granted permissions: `packs.upload` allows uploading song packs, `ledger.operate` operating the ledger. */
export const permission = z.enum(['packs.upload', 'ledger.operate'])
export type Permission = z.infer<typeof permission>

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]

/**
 * The required authentication:
 * - `public`: none; an invalid token or an API key counts as anonymous
 * - `game`: an API key or a session
 * - `session`: a session
 * - a permission: a session of a player who has it
 *
 * 401: the token is missing or invalid; the website then ends its session. 403: the caller is known, but the permission
 * or a recent proof of identity (`needsProof`) is missing, or an API key was used for another route than the game's.
 */
export type Access = 'public' | 'game' | 'session' | Permission

/** The `code` of a 403 that requires `proveIdentity` first. */
export const proofNeeded = 'proof-needed'

/** The `code` of a 409: the play is safe in the ledger, and cannot be shown until the server is repaired. */
export const playParked = 'parked'

/** Validity of a proof of identity, minutes. Signing in is also a proof. */
export const minutesOfProof = 10

/** The body of every error response. `field`: path of the invalid field. `code`: machine-readable reason. */
export const errorAnswer = z.object({
  error: z.string(),
  code: z.enum([proofNeeded, playParked]).optional(),
  field: z.string().optional(),
  reasons: z.array(z.object({ field: z.string(), reason: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

export type Shape = z.ZodType

/** A route. Server, web app, OpenAPI and the access test share its declaration. */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
  Who extends Access = Access,
> {
  readonly name: string
  readonly method: Method
  /** With parameters as in `/api/play/:id`. */
  readonly path: string
  readonly access: Who
  /**
   * For what a stolen session must not do: routes that give lasting access to the account or its data or take its plays
   * away, and every change under `/api/admin`, by default. The session must have proved its identity by password or
   * passkey within `minutesOfProof`. Otherwise 403 with the code `proofNeeded`.
   */
  readonly needsProof: boolean
  readonly summary: string
  /** The `ledger` command that is made from it, with its arguments: `grant <alias> <permission>`. Null for none. */
  readonly command: string | null
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** JSON by default. For text types `answer` is a schema of a string. */
  readonly media: Media
  /** Status of a success. */
  readonly status: number
  /** Error statuses in addition to `commonErrors`. */
  readonly errors: readonly number[]
  /** Bytes; 16 KiB by default, which fits a form even if all its characters are escaped. */
  readonly bodyLimit: number
  /** Whether it adds permanent data, so that it is rejected with 507 while the disk is nearly full. */
  readonly grows: boolean
  /** The rate limit that applies. Limits are configurable. */
  readonly rate: RateClass
}

/** `text/event-stream` is an endless response, which `serve` does not validate. */
type Media = 'application/json' | 'text/plain' | 'text/csv' | 'text/event-stream'

/**
 * `change`: a `write` that leaves something for good, in the ledger or the history of the account, however often it is
 * taken back: also counted against a daily quota of the account. Not what takes access away, which must always be
 * possible. `link`: requests with the token of a mail, counted by the player of the token (accounts/mail/links.ts).
 * `code`: codes of machines, asked for or looked up.
 */
export type RateClass =
  | 'read'
  | 'write'
  | 'change'
  | 'play'
  | 'login'
  | 'register'
  | 'passkey'
  | 'link'
  | 'code'
  | 'none'

/** The schema of absent parameters or query. */
export const nothing = z.object({})
export const noBody = z.undefined()

export const defaultBodyLimit = 16 * 1024

type Declared<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Who extends Access,
> = Pick<Route<Params, Query, Body, Answer>, 'summary' | 'answer'> &
  Partial<Route<Params, Query, Body, Answer, Who>>

/**
 * Declares a route. By default it is public, has no parameters, query or body, responds with 200 and has the rate limit
 * of its method.
 */
export function route<
  Answer extends Shape,
  Params extends Shape = typeof nothing,
  Query extends Shape = typeof nothing,
  Body extends Shape = typeof noBody,
  Who extends Access = 'public',
>(
  name: string,
  address: `${Method} /${string}`,
  declared: Declared<Params, Query, Body, Answer, Who>,
): Route<Params, Query, Body, Answer, Who>
export function route(
  name: string,
  address: string,
  declared: Declared<Shape, Shape, Shape, Shape, Access>,
): Route {
  const [method, path] = z.tuple([z.enum(methods), z.string()]).parse(address.split(' '))
  return {
    access: 'public',
    needsProof: method !== 'GET' && path.startsWith('/api/admin/'),
    command: null,
    params: nothing,
    query: nothing,
    body: noBody,
    media: 'application/json',
    status: 200,
    errors: [],
    bodyLimit: defaultBodyLimit,
    grows: false,
    rate: method === 'GET' ? 'read' : 'write',
    ...declared,
    name,
    method,
    path,
  }
}

export function takesBody({ body }: Pick<Route, 'body'>): boolean {
  return body !== noBody
}

/**
 * Error statuses of every route with this access, method and body. Exceeded rate limits are 503 instead of 429 for the
 * game.
 */
export function commonErrors(route: Route): number[] {
  const { access, method, rate } = route
  const guarded = access === 'public' ? [] : [401, 403]
  const written = method === 'GET' ? [] : [403]
  const sent = takesBody(route) ? [413, 415, 422] : []
  const counted = rate === 'none' ? [] : [access === 'game' ? 503 : 429]
  const stored = method === 'GET' || rate === 'read' ? [] : [507]
  return [...new Set([400, ...guarded, ...written, ...sent, ...counted, 431, 500, ...stored])]
}
