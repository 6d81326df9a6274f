import type { ErrorAnswer } from '@stepledger/contracts/http/route.ts'
import { isDiskFull, isReadOnly, isTransient } from '../database/transient-errors.ts'
import { LedgerBusyError, LedgerUnavailableError } from '../ledger/ledger-errors.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { diskIsFull, HttpError } from './http-error.ts'

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

/** The body of an error answer. */
export function errorAnswerOf({ message, details: { field, reasons, code } }: HttpError): ErrorAnswer {
  return {
    error: message,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { field }),
    ...(reasons === undefined ? {} : { reasons }),
  }
}
