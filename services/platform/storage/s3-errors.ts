import { S3ServiceException } from '@aws-sdk/client-s3'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { isTransient } from '../database/transient-errors.ts'
import { StorageUnavailableError } from './storage.ts'

/** Error handling of requests to one S3. */
export interface S3Errors {
  /** Maps errors of a connection, timeouts and failures of S3 itself to StorageUnavailableError. */
  answered<T>(answer: Promise<T>): Promise<T>
  /** Like `answered`; null if there is no such file. */
  orNull<T>(answer: Promise<T>): Promise<T | null>
  awayText(error: unknown): string
}

/** `address` names S3 in the messages. */
export function s3Errors(address: string): S3Errors {
  // Without the prefix that the SDK gives to its timeouts.
  const awayText = (error: unknown) =>
    `S3 at ${address} does not answer: ${errorMessage(error).replace(/^@smithy\/[\w-]+ - \[\w+\] /, '')}`
  const answered = async <T>(answer: Promise<T>) => {
    try {
      return await answer
    } catch (error) {
      if (!isAway(error)) throw error
      throw new StorageUnavailableError(awayText(error), { cause: error })
    }
  }
  return {
    awayText,
    answered,
    async orNull(answer) {
      try {
        return await answered(answer)
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
        throw error
      }
    },
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500
  return isTransient(error) || (error instanceof Error && error.name === 'TimeoutError')
}
