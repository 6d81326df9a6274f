import { takesEffect } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import type { WithdrawalChange } from '../batch.ts'

/** Whether a play is withdrawn. `at`: ms since 1970; null: it counts. */
export interface Withdrawal {
  readonly at: number | null
  /** The wipe that withdrew it and can be undone; null: withdrawn permanently, or not at all. */
  readonly wipe: string | null
  /** Who withdrew it, and the reason given; null if it is not withdrawn, or without one. */
  readonly by: 'player' | 'operator' | null
  readonly reason: string | null
  /** Offset of the last event that changed this; null: none did. Makes folding an event again a no-op. */
  readonly offset: number | null
}

export const notWithdrawn: Withdrawal = { at: null, wipe: null, by: null, reason: null, offset: null }

/**
 * Returns the withdrawal after one more event of the play's player; the same object if the event has no effect. The
 * first withdrawal decides the time, by whom and the reason.
 */
export function afterChange(
  state: Withdrawal,
  { offset, at, wipe, by, reason, reinstates }: Omit<WithdrawalChange, 'partition' | 'playId' | 'player'>,
): Withdrawal {
  if (state.offset !== null && offset <= state.offset) return state
  if (!takesEffect(state.at === null ? null : state, { wipe, reinstates })) return state
  if (reinstates) return { ...notWithdrawn, offset }
  return state.at === null ? { at, wipe, by, reason, offset } : { ...state, wipe, offset }
}

/** A play's withdrawal before and after some events. */
export interface ChangedWithdrawal {
  readonly before: Withdrawal
  readonly after: Withdrawal
  /** Whether the play was withdrawn or reinstated, even if the last event undid it. */
  readonly flipped: boolean
}

/** Applies events of one play, in ledger order. */
export function changeWithdrawal(
  before: Withdrawal,
  events: readonly Parameters<typeof afterChange>[1][],
): ChangedWithdrawal {
  let after = before
  let flipped = false
  for (const event of events) {
    const next = afterChange(after, event)
    flipped ||= (next.at === null) !== (after.at === null)
    after = next
  }
  return { before, after, flipped }
}
