import { type ErrorAnswer, playParked, proofNeeded } from '@stepledger/contracts/http/route.ts'

interface Details {
  /** Path of the invalid part of the request. */
  readonly field?: string
  readonly reasons?: ErrorAnswer['reasons']
  readonly code?: ErrorAnswer['code']
  readonly headers?: Readonly<Record<string, string>>
  /** Why nothing was stored, for the metric of refused plays. */
  readonly refusal?: Refusal
  /** What the request was about, for the log: ids alone. */
  readonly about?: { readonly playId: number }
}

/** Why a play was not stored, where several reasons have one status. */
export type Refusal = 'ledger' | 'database' | 'quota' | 'rate'

/** An error response with a reason that the client may see. Thrown by route handlers. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly details: Details

  constructor(status: number, error: string, details: Details = {}, options?: ErrorOptions) {
    super(error, options)
    this.status = status
    this.details = details
  }
}

/** 404, with the message of the page, such as 'Chart not found'. */
export function notFound(error: string): HttpError {
  return new HttpError(404, error)
}

/** Adds headers to an HttpError; returns other errors unchanged. */
export function withHeaders(error: unknown, headers: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof HttpError)) return error
  const { status, message, details, cause } = error
  return new HttpError(
    status,
    message,
    { ...details, headers: { ...headers, ...details.headers } },
    { cause },
  )
}

/** 422: a field of the body is invalid. */
export function invalidField(field: string, error: string): HttpError {
  return new HttpError(422, error, { field })
}

/** 409: a conflict with existing data. */
export function conflict(error: string, field?: string): HttpError {
  return new HttpError(409, error, field === undefined ? {} : { field })
}

/** 409: the play is in the ledger, and cannot be folded yet. */
export function parkedPlay(): HttpError {
  return new HttpError(
    409,
    'This play is safely stored, and waits to be scored. Nothing has to be sent again.',
    {
      code: playParked,
      headers: { 'retry-after': '60' },
    },
  )
}

/** 401: not authenticated. The website ends its session. */
export function unauthorized(error: string): HttpError {
  return new HttpError(401, error, { headers: { 'www-authenticate': 'Bearer' } })
}

/** 403: authenticated but not permitted. */
export function forbidden(error: string): HttpError {
  return new HttpError(403, error)
}

/** 403: the session needs a recent re-authentication. */
export function needsProof(): HttpError {
  return new HttpError(403, "Please confirm that it's you", { code: proofNeeded })
}

/** 429. `wait`: seconds. */
export function tooMany(wait: number): HttpError {
  return new HttpError(429, `Too many requests. Please try again in ${waitText(wait)}.`, {
    headers: { 'retry-after': String(wait) },
  })
}

/** `wait`: seconds, rounded up to minutes or hours when there are many. */
function waitText(wait: number): string {
  if (wait > 2 * 3600) return `${Math.ceil(wait / 3600)} hours`
  if (wait > 2 * 60) return `${Math.ceil(wait / 60)} minutes`
  return wait === 1 ? '1 second' : `${wait} seconds`
}

/** 503: overloaded. `wait`: seconds. The game keeps a play after this response and sends it again. */
export function busy(wait: number): HttpError {
  return new HttpError(503, 'The server is busy. Please try again in a moment.', {
    headers: { 'retry-after': String(wait) },
  })
}

/**
 * 503 for a rate-limited call of the game. Its clients drop a play after a 4xx status, and retry it after 503. `wait`:
 * seconds.
 */
export function gameRateLimited(wait: number): HttpError {
  return new HttpError(503, tooMany(wait).message, {
    headers: { 'retry-after': String(wait) },
    refusal: 'rate',
  })
}

/** 507: the disk is nearly full. The game keeps a play after this response and sends it again. */
export function diskIsFull(): HttpError {
  return new HttpError(507, 'The server is almost out of disk space. Please try again later.', {
    headers: { 'retry-after': '60' },
  })
}
