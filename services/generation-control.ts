import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { GenerationControl } from './accounts/deps.ts'
import type { Database } from './platform/database/database.ts'
import { HttpError } from './platform/http/http-error.ts'
import { markParkedForRetry } from './projector/generations/mark-for-retry.ts'
import { NewerCodeError } from './projector/generations/newer-code.ts'
import {
  NoPreviousGenerationError,
  requestPreviousGeneration,
} from './projector/generations/next-generation.ts'

/** What `ledger rollback` and `ledger parked retry` do, for the page of operators. */
export function generationControl(database: Database): GenerationControl {
  return {
    async retryParked() {
      const live = await readLiveGeneration(database)
      return live === null ? 0 : markParkedForRetry(database, live.id)
    },
    async rollBackTo(expected) {
      try {
        const { id, rulesOffset } = await requestPreviousGeneration(database, codeVersion, expected)
        return { id, rulesOffset }
      } catch (error) {
        if (error instanceof NoPreviousGenerationError || error instanceof NewerCodeError)
          throw new HttpError(409, error.message, {}, { cause: error })
        throw error
      }
    },
  }
}
