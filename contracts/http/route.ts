import { z } from 'zod'
import type { Permission } from '../permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `public` anyone · `game` an API key or a session · `session` a signed-in player · a permission: a
 * signed-in player who holds it. Without a token, or with one that names nobody, the answer is 401, and the website
 * ends its session. 403: we know who calls, and a new session would change nothing: the permission is missing, an API
 * key calls what is not the game's, or a proof is needed (`needsProof`). On `public` routes a token that names nobody, or an API key, makes a visitor.
 */
export type Access = 'public' | 'game' | 'session' | Permission

/** The `code` of a 403 that passes once the caller has proved who they are (`proveIdentity`). */
export const proofNeeded = 'proof-needed'

/** For how long a proof counts, minutes. Signing in is one. */
export const minutesOfProof = 10

/**
 * The shape of every error answer. `field` names what was wrong in the request, as a path; `code` what a client can do
 * about it.
 */
export const errorAnswer = z.object({
  error: z.string(),
  code: z.literal(proofNeeded).optional(),
  field: z.string().optional(),
  reasons: z.array(z.object({ field: z.string(), reason: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

export type Shape = z.ZodType

/**
 * One route, declared once: the server registers it, the web app calls through it, OpenAPI and the access test are made
 * from it.
 */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
  Who extends Access = Access,
> {
  readonly name: string
  readonly method: Method
  /** Express style, as in `/api/play/:id`. */
  readonly path: string
  readonly access: Who
  /**
   * It gives lasting access to the account, or its data: the session must have shown the password or a passkey within
   * the last `minutesOfProof`, else the answer is 403 with the code `proofNeeded`.
   */
  readonly needsProof: boolean
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** What the answer is: JSON by default; a text is sent as it is, so its schema is one of text. */
  readonly media: Media
  /** Status of success. */
  readonly status: number
  /** Statuses of errors beyond the ones that every route of its kind has: see `commonErrors`. */
  readonly errors: readonly number[]
  /** Bytes; 16 KiB by default: the fields of a form, each of its letters written as an escape. */
  readonly bodyLimit: number
  /** It adds to what is stored for good: answered 507 while the disk is nearly full. */
  readonly grows: boolean
  /** Which limit of calls applies (the figures are configuration). */
  readonly rate: RateClass
}

/** `text/event-stream`: an answer without an end, of which `serve` compares nothing with the schema. */
export type Media = 'application/json' | 'text/plain' | 'text/event-stream'

/** `link`: a call with the token of a mail, counted once it is known whose the token is (accounts/mail/count-links.ts). */
export type RateClass = 'read' | 'write' | 'play' | 'login' | 'register' | 'passkey' | 'link' | 'none'

/** A route without parameters, query or body. */
export const nothing = z.object({})
export const noBody = z.undefined()

export const defaultBodyLimit = 16 * 1024

type Declared<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Who extends Access,
> = Pick<
  Route<Params, Query, Body, Answer>,
  'name' | 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer'
> &
  Partial<Pick<Route, 'needsProof' | 'media' | 'status' | 'errors' | 'bodyLimit' | 'grows' | 'rate'>> & {
    readonly access?: Who
  }

/** Declares a route; by default it is public, answers 200 and has the rate of its method. */
export function route<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Who extends Access = 'public',
>(declared: Declared<Params, Query, Body, Answer, Who>): Route<Params, Query, Body, Answer, Who>
export function route(declared: Declared<Shape, Shape, Shape, Shape, Access>): Route {
  return {
    access: 'public',
    needsProof: false,
    media: 'application/json',
    status: 200,
    errors: [],
    bodyLimit: defaultBodyLimit,
    grows: false,
    rate: declared.method === 'GET' ? 'read' : 'write',
    ...declared,
  }
}

export function takesBody({ body }: Pick<Route, 'body'>): boolean {
  return body !== noBody
}

/**
 * Statuses of errors that a route of this kind can always have: 400 malformed · 401, 403 see `Access` · 413, 415, 422 a
 * body that is too large, not JSON, or breaks a rule · 429 called too often, for the game 503 · 500 · 507 a write that
 * the disk has no room for.
 */
export function commonErrors(route: Route): number[] {
  const { access, method, rate } = route
  const guarded = access === 'public' ? [] : [401, 403]
  const written = method === 'GET' ? [] : [403]
  const sent = takesBody(route) ? [413, 415, 422] : []
  const counted = rate === 'none' ? [] : [access === 'game' ? 503 : 429]
  const stored = method === 'GET' || rate === 'read' ? [] : [507]
  return [...new Set([400, ...guarded, ...written, ...sent, ...counted, 500, ...stored])]
}
