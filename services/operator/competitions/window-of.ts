import { type EventDocument, eventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { withRound } from '@stepledger/projections/standings/event-state.ts'
import { UsageError } from '../exit-codes.ts'
import { checked } from './event-file.ts'
import { roundOf } from './round-of.ts'

/** What of a window is to be other. Ms since 1970; `grace`: seconds. */
export interface WindowOptions {
  readonly start?: number
  readonly end?: number
  readonly grace?: number
}

/**
 * The document with another window of a round. Throws UsageError: nothing was given, no such round, windows that make
 * no sense.
 */
export function withWindow(
  document: EventDocument,
  number: number,
  { start, end, grace }: WindowOptions,
): EventDocument {
  if (start === undefined && end === undefined && grace === undefined)
    throw new UsageError('Say --start, --end or --grace')
  const round = roundOf(document, number)
  const changed = withRound(document, number, { start: start ?? round.start, end: end ?? round.end })
  return checked(`Round ${number} of ${document.slug} can't have this window`, eventDocument, {
    ...changed,
    grace: grace ?? document.grace,
  })
}
