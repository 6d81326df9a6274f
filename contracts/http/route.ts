import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `public` anyone · `game` an API key or a session · `session` a signed-in player · a permission: a signed-in player who holds it.
 * Nobody with an API key gets past `public` and `game`.
 */
export type Access = 'public' | 'game' | 'session' | { readonly permission: string }

/** The shape of every error answer. `field` names what was wrong in the request, as a path. */
export const errorAnswer = z.object({
  error: z.string(),
  field: z.string().optional(),
  reasons: z.array(z.object({ field: z.string(), reason: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

export type Shape = z.ZodType

/** One route, declared once: the server registers it, the web app calls through it, OpenAPI and the access test are made from it. */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> {
  readonly name: string
  readonly method: Method
  /** Express style, as in `/api/play/:id`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** Status of success. */
  readonly status: number
  /** Statuses of errors beyond the ones that every route can have (400, 401, 403, 415, 429, 500). */
  readonly errors: readonly number[]
  /** Bytes; 64 KiB unless told. */
  readonly bodyLimit: number
  /** Which limit of calls applies (the figures are configuration). */
  readonly rate: RateClass
}

export type RateClass = 'read' | 'write' | 'play' | 'login' | 'register' | 'none'

/** A route without parameters, query or body. */
export const nothing = z.object({})
export const noBody = z.undefined()

export const defaultBodyLimit = 64 * 1024

type Declared<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape> = Pick<
  Route<Params, Query, Body, Answer>,
  'name' | 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer'
> &
  Partial<Pick<Route, 'access' | 'status' | 'errors' | 'bodyLimit' | 'rate'>>

/** Declares a route; unless told otherwise it is public, answers 200 and has the rate of its method. */
export function route<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape>(
  declared: Declared<Params, Query, Body, Answer>,
): Route<Params, Query, Body, Answer> {
  return {
    access: 'public',
    status: 200,
    errors: [],
    bodyLimit: defaultBodyLimit,
    rate: declared.method === 'GET' ? 'read' : 'write',
    ...declared,
  }
}
