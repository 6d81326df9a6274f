import { type ErrorAnswer, proofNeeded } from '@stepledger/contracts/http/route.ts'

interface Details {
  /** Path of what was wrong in the request. */
  readonly field?: string
  readonly reasons?: ErrorAnswer['reasons']
  readonly code?: ErrorAnswer['code']
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is not served, for a reason that the caller may know. Anyone who handles a route throws it. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly details: Details

  constructor(status: number, error: string, details: Details = {}) {
    super(error)
    this.status = status
    this.details = details
  }
}

/** 404, in the words of the page that asked: 'Chart not found'. */
export function notFound(error: string): HttpError {
  return new HttpError(404, error)
}

/** The same refusal with more headers; whatever else was thrown, as it is. */
export function withHeaders(error: unknown, headers: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof HttpError)) return error
  const { status, message, details } = error
  return new HttpError(status, message, { ...details, headers: { ...headers, ...details.headers } })
}

/** 422: a field of the body breaks a rule. */
export function breaksRule(field: string, error: string): HttpError {
  return new HttpError(422, error, { field })
}

/** 409: it meets something that is there already. */
export function conflict(error: string, field?: string): HttpError {
  return new HttpError(409, error, field === undefined ? {} : { field })
}

/** 401: nobody we know. The website ends its session. */
export function unauthorized(error: string): HttpError {
  return new HttpError(401, error, { headers: { 'www-authenticate': 'Bearer' } })
}

/** 403: we know who calls, and the answer is no. */
export function forbidden(error: string): HttpError {
  return new HttpError(403, error)
}

/** 403: the session must first prove that its player uses it. */
export function needsProof(): HttpError {
  return new HttpError(403, 'Please confirm that it’s you', { code: proofNeeded })
}

/** 429. `wait`: whole seconds. */
export function tooMany(wait: number): HttpError {
  const unit = wait === 1 ? 'second' : 'seconds'
  return new HttpError(429, `Too many requests. Please try again in ${wait} ${unit}.`, {
    headers: { 'retry-after': String(wait) },
  })
}

/** 503: not now. `wait`: whole seconds. The game keeps a play that is answered so, and sends it again. */
export function busy(wait: number): HttpError {
  return new HttpError(503, 'The server is busy. Please try again in a moment.', {
    headers: { 'retry-after': String(wait) },
  })
}

/**
 * 503: a play, or another call of the game, came too soon. Clients of the game drop what is answered with a 4xx status,
 * and send again what is answered 503. `wait`: whole seconds.
 */
export function tooManyOfGame(wait: number): HttpError {
  return new HttpError(503, tooMany(wait).message, { headers: { 'retry-after': String(wait) } })
}

/** 507: nothing is wrong with the request, and the disk is nearly full. The game keeps the play and sends it again. */
export function diskIsFull(): HttpError {
  return new HttpError(
    507,
    'The disk of this server is nearly full: nothing more is stored for now. Please send it again later.',
    {
      headers: { 'retry-after': '60' },
    },
  )
}
