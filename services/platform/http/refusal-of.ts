import type { ErrorAnswer } from '@stepledger/contracts/http/route.ts'
import { isDiskFull, isTransient } from '../database/transient-errors.ts'
import { diskIsFull, Refusal } from './refusal.ts'

/** What was not foreseen; the log knows more. */
export const unforeseen = new Refusal(500, 'Something went wrong on our side. Please try again.')

/** The game keeps a play that is answered so, and sends it again. */
const away = new Refusal(503, 'The database is away. Please try again in a moment.', {
  headers: { 'retry-after': '5' },
})

/**
 * What an error of a request says to its caller; null for one that was not foreseen. `writes`: only who stores
 * something hears of a full disk.
 */
export function refusalOf(error: unknown, writes: boolean): Refusal | null {
  if (error instanceof Refusal) return error
  if (writes && isDiskFull(error)) return diskIsFull()
  return isTransient(error) ? away : null
}

/** The body of an error answer. */
export function errorAnswerOf({ message, details: { field, reasons, code } }: Refusal): ErrorAnswer {
  return {
    error: message,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { field }),
    ...(reasons === undefined ? {} : { reasons }),
  }
}
