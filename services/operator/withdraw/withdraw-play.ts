import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { appendWithdrawal } from '../../ingest/withdrawals/append-withdrawal.ts'
import { withdrawalEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-fold.ts'
import { findPlay } from '../find-play.ts'
import type { Store } from '../store.ts'

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - already: permanently withdrawn before
 * - declined: not confirmed
 */
export interface Withdrawal {
  readonly playId: number
  readonly outcome: 'withdrawn' | 'appended' | 'already' | 'declined'
  readonly position: string | null
  readonly withdrawnAt: string | null
}

interface WithdrawOptions {
  readonly playId: number
  readonly reason: string | null
  /** Called before the append. */
  readonly confirm: (play: { player: string; chart: string; title: string }) => Promise<boolean>
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Permanently withdraws a play by the operator. Null when it does not exist. */
export async function withdrawPlay(store: Store, options: WithdrawOptions): Promise<Withdrawal | null> {
  const { playId, reason, confirm, now, signal } = options
  const live = await readLiveGeneration(store.database)
  const found = await findPlay(store, live, playId)
  if (!found) return null
  const { key, data } = found.event
  const outcome = (name: Withdrawal['outcome'], at: number | null, position: Position | null = null) => ({
    playId,
    outcome: name,
    position: position && formatPosition(position),
    withdrawnAt: at === null ? null : new Date(at).toISOString(),
  })
  const { at: withdrawnAt, wipe } = found.withdrawal
  if (withdrawnAt !== null && wipe === null) return outcome('already', withdrawnAt)
  const alias = (await store.players.lookUp([key])).get(key)?.alias
  if (!(await confirm({ player: alias ?? key, chart: data.chart, title: data.songName })))
    return outcome('declined', null)

  const at = now()
  const position = await appendWithdrawal(store.ledger, { playId, player: key, reason, at })
  await recordAction(store, withdrawalEntry(key, playId))
  const shown = await awaitFold(store, position, signal)
  return outcome(shown ? 'withdrawn' : 'appended', at, position)
}
