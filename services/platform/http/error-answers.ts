import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { ErrorAnswer } from '@stepledger/contracts/http/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull, isReadOnly, isTransient } from '../database/transient-errors.ts'
import { LedgerBusyError, LedgerUnavailableError } from '../ledger/ledger.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { diskIsFull, HttpError } from './http-error.ts'

interface Framework {
  readonly code: string
  readonly statusCode: number
}

/** Messages for errors of Fastify itself. */
const frameworkMessages: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address is malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as JSON, with Content-Type: application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says',
}

/**
 * Error handler: responds in the shape of the contracts. Unexpected errors are logged with their stack, and outages in one
 * line; their details are not sent.
 */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error, request)
  const about = { reqId: request.id, req: request, ...refusal?.details.about }
  // A nearly full disk is logged once, by its monitor.
  const mayBeSent = refusal?.status === 507 && error === refusal
  if (refusal !== null && (refusal.status < 500 || mayBeSent))
    request.log.debug({ ...about, status: refusal.status, reason: refusal.message }, 'refused')
  else if (refusal !== null && isExpected(error))
    request.log.warn(about, `a request failed: ${reasonOf(error)}`)
  else request.log.error({ ...about, err: error }, 'a request failed')

  const whole = await discardBody(request.raw)
  if (whole) reply.removeHeader('connection')
  else reply.header('connection', 'close')
  const answered = refusal ?? unexpectedError
  return reply
    .code(answered.status)
    .headers({ 'x-request-id': request.id, ...answered.details.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorAnswerOf(answered)))
}

/** Whether the error is a response by itself, or the outage of a part. */
function isExpected(error: unknown): boolean {
  return !(error instanceof HttpError) || error.cause === undefined || httpErrorOf(error.cause, true) !== null
}

/** The message of a response does not say what caused it; the error of a part does. */
function reasonOf(error: unknown): string {
  const message = errorMessage(error)
  const cause = error instanceof HttpError && error.cause ? errorMessage(error.cause) : ''
  return message.includes(cause) ? message : `${message}: ${cause}`
}

/** For the log only: the client has disconnected. */
const clientDisconnected = new HttpError(400, 'The client disconnected before its body was complete')

/** A client that disconnects during its body causes an error code that also means a lost database. */
function isDisconnected({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** The error as it is answered; null if it is unexpected. */
export function asRefusal(error: unknown, request: FastifyRequest): HttpError | null {
  if (!(error instanceof HttpError) && isDisconnected(request)) return clientDisconnected
  const known = httpErrorOf(error, request.method !== 'GET' && request.method !== 'HEAD')
  if (known !== null) return known
  if (!isFramework(error)) return null
  if (error.statusCode === 413) {
    const limit = request.routeOptions.bodyLimit ?? 0
    return new HttpError(413, `The body must be at most ${limit} bytes`, { field: 'body' })
  }
  if (error.statusCode < 400 || error.statusCode > 499) return null
  return new HttpError(
    error.statusCode,
    frameworkMessages[error.code] ?? STATUS_CODES[error.statusCode] ?? 'Refused',
  )
}

/** Whether this is an error of Fastify itself. */
function isFramework(error: unknown): error is Framework {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return false
  return typeof error.statusCode === 'number' && typeof error.code === 'string'
}

/** Limits of what is read and discarded after an error response. */
const maxBytes = 32 * 1024 * 1024
const maxMs = 3000

/**
 * Reads and discards the rest of a request body; returns true if it was read to its end. The game sends its whole body
 * before it reads the response, so a response followed by closing the connection would be lost.
 */
function discardBody(request: IncomingMessage): Promise<boolean> {
  const { headers } = request
  const expected = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!expected || request.readableEnded) return Promise.resolve(true)
  if (request.destroyed || Number(headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(false)

  return new Promise((resolve) => {
    let read = 0
    const finish = (whole: boolean) => {
      clearTimeout(timer)
      request.off('data', count).off('end', ended).off('close', cut).off('error', cut)
      resolve(whole)
    }
    const count = (chunk: Buffer) => {
      read += chunk.length
      if (read > maxBytes) finish(false)
    }
    const ended = () => finish(true)
    const cut = () => finish(false)
    const timer = setTimeout(cut, maxMs)
    request.on('data', count).on('end', ended).on('close', cut).on('error', cut).resume()
  })
}

/** The response to an unexpected error; details are in the log. */
export const unexpectedError = new HttpError(500, 'Something went wrong on our side. Please try again.')

/** The game keeps a play after this response and sends it again. */
const unavailable = new HttpError(503, 'The database is unavailable. Please try again in a moment.', {
  headers: { 'retry-after': '5' },
  refusal: 'database',
})

const readOnly = new HttpError(503, 'Nothing can be saved right now. Please try again in a moment.', {
  headers: { 'retry-after': '5' },
  refusal: 'database',
})

const ledgerUnavailable = new HttpError(
  503,
  "This can't be read or saved right now. Please try again in a moment.",
  { headers: { 'retry-after': '5' }, refusal: 'ledger' },
)

const storageUnavailable = new HttpError(
  503,
  "Files can't be read or saved right now. Please try again in a moment.",
  { headers: { 'retry-after': '5' } },
)

function isLedgerUnavailable(error: unknown): boolean {
  return error instanceof LedgerUnavailableError || error instanceof LedgerBusyError
}

/**
 * Maps an error to its response; null if it was unexpected. `writes`: whether the request stores something; only then a
 * full disk is reported as such.
 */
export function httpErrorOf(error: unknown, writes: boolean): HttpError | null {
  if (error instanceof HttpError) return error
  if (writes && isDiskFull(error)) return diskIsFull()
  if (error instanceof StorageUnavailableError) return storageUnavailable
  if (isLedgerUnavailable(error)) return ledgerUnavailable
  if (isReadOnly(error)) return readOnly
  return isTransient(error) ? unavailable : null
}

export function errorAnswerOf({ message, details: { field, reasons, code } }: HttpError): ErrorAnswer {
  return {
    error: message,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { field }),
    ...(reasons === undefined ? {} : { reasons }),
  }
}
