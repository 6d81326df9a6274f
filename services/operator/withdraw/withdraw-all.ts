import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { appendWithdrawal } from '../../ingest/withdrawals/append-withdrawal.ts'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-fold.ts'
import type { Store } from '../store.ts'
import { playsOfPlayer } from './plays-of-player.ts'

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - none: the player has no plays to withdraw
 * - declined: not confirmed
 */
export interface WithdrawnPlays {
  readonly playerId: string
  readonly outcome: 'withdrawn' | 'appended' | 'none' | 'declined'
  readonly plays: number
}

interface WithdrawAllOptions {
  readonly playerId: string
  readonly reason: string | null
  /** Called before the first append, with the number of plays. */
  readonly confirm: (plays: number) => Promise<boolean>
  readonly onProgress: (done: number, of: number) => void
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Concurrent appends, which the ledger batches. */
const atOnce = 64

/** Permanently withdraws all plays of a player by the operator. Idempotent. */
export async function withdrawAll(store: Store, options: WithdrawAllOptions): Promise<WithdrawnPlays> {
  const { playerId, reason, confirm, onProgress, now, signal } = options
  const ids = await playsOfPlayer(store, playerId)
  if (ids.length === 0) return { playerId, outcome: 'none', plays: 0 }
  if (!(await confirm(ids.length))) return { playerId, outcome: 'declined', plays: 0 }
  const positions = await mapAtOnce(
    ids,
    { atOnce, signal, onProgress: (done) => onProgress(done, ids.length) },
    (playId) => appendWithdrawal(store.ledger, { playId, player: playerId, reason, at: now() }),
  )
  const details = { plays: String(ids.length) }
  await recordAction(store, { playerId, what: 'All plays withdrawn', details })
  const shown = await awaitFold(store, lastOf(positions), signal)
  return { playerId, outcome: shown ? 'withdrawn' : 'appended', plays: ids.length }
}

/** Returns the highest position; all are in the partition of the player. */
function lastOf(positions: readonly Position[]): Position {
  return positions.reduce((last, position) => (position.offset > last.offset ? position : last))
}
