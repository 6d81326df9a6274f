import { LockHeldError } from '../platform/database/with-lock.ts'
import { CommandFailedError } from './exit-codes.ts'

/** The result of work under a lock. Throws CommandFailedError with `message` if another process holds the lock. */
export async function failIfLocked<T>(message: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof LockHeldError ? new CommandFailedError(message, { cause: error }) : error
  })
}
