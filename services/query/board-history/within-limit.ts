import { maxBoardChanges, TooManyChangesError } from '@stepledger/projections/records/changes-of-board.ts'
import { HttpError } from '../../platform/http/http-error.ts'

/** Awaits a read of a board's past. Throws HttpError 422 if the board changed too often. */
export async function withinLimit<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof TooManyChangesError)) throw error
    const limit = maxBoardChanges.toLocaleString('en')
    throw new HttpError(422, `This board changed more than ${limit} times, too often to show its past.`)
  }
}
