import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { conflict, HttpError } from '../platform/http/http-error.ts'
import type { WaitingReads } from './deps.ts'

/** Read-your-write: how long a decision, or a processed upload, waits for its fold, ms. */
export const foldTimeoutMs = 2_000

/** Resolves once a decision is folded, or after the timeout. Rejects with 409 if it is refused, with 503 if it is late. */
export async function foldedDecision(
  { reached }: Pick<WaitingReads, 'reached'>,
  decision: Promise<Position | Refusal>,
): Promise<Position> {
  const decided = await decision.catch(late)
  if (isRefusal(decided)) throw conflict(decided.message)
  await reached(decided, foldTimeoutMs)
  return decided
}

/** Throws 503 for a decision, or a read for one, that could not be made yet. */
export function late(cause: unknown): never {
  if (!(cause instanceof StreamBusyError || cause instanceof UnconfirmedDecisionError)) throw cause
  const message = 'Earlier changes of packs are still being processed. Please try again.'
  throw new HttpError(503, message, { headers: { 'retry-after': '5' } }, { cause })
}
