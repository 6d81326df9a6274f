import type { ErrorAnswer } from '@stepledger/contracts/http/route.ts'
import { isDiskFull, isTransient } from '../database/transient-errors.ts'
import { diskIsFull, HttpError } from './http-error.ts'

/** What was not foreseen; the log knows more. */
export const unexpectedError = new HttpError(500, 'Something went wrong on our side. Please try again.')

/** The game keeps a play that is answered so, and sends it again. */
const away = new HttpError(503, 'The database is away. Please try again in a moment.', {
  headers: { 'retry-after': '5' },
})

/**
 * What an error of a request says to its caller; null for one that was not foreseen. `writes`: only who stores
 * something hears of a full disk.
 */
export function httpErrorOf(error: unknown, writes: boolean): HttpError | null {
  if (error instanceof HttpError) return error
  if (writes && isDiskFull(error)) return diskIsFull()
  return isTransient(error) ? away : null
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
