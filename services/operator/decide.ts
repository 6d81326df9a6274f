import { StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { CommandFailedError } from './exit-codes.ts'

/** Throws CommandFailedError for a decision that could not be taken or confirmed. */
export function failed(error: unknown): never {
  if (error instanceof UnconfirmedDecisionError)
    throw new CommandFailedError(
      'The connection to the database was lost while this was saved: look at it again',
      {
        cause: error,
      },
    )
  if (error instanceof StreamBusyError)
    throw new CommandFailedError(
      'Earlier changes are not folded yet, or another one is being saved: start the server, or try again. Nothing was done',
      { cause: error },
    )
  throw error
}
