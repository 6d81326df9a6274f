import type { Generation } from '@stepledger/projections/generation.ts'
import { hasRecords } from '@stepledger/projections/records/kept-since.ts'
import { HttpError } from '../../platform/http/http-error.ts'

/** Throws 503 while the live generation is of an older version, which has no records: after an update, for a while. */
export function expectRecords(generation: Pick<Generation, 'codeVersion'>): void {
  if (!hasRecords(generation)) throw notYetComputed()
}

/** Returns the 503 of a page whose tables only the next generation has. */
export function notYetComputed(): HttpError {
  return new HttpError(503, 'This is being computed from all plays. Please try again in a few minutes.', {
    headers: { 'retry-after': '60' },
  })
}
