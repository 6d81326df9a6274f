import { isRefusal } from '@stepledger/contracts/decider.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import { withdrawalStream } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Withdrawal } from '@stepledger/projections/plays/withdrawal.ts'
import { withdrawalEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import type { CommandOutcome } from '../command-context.ts'
import { failed, streamsOf } from '../decide.ts'
import { exitCodes } from '../exit-codes.ts'
import { findPlay, noSuchPlay } from '../find-play.ts'
import type { Output } from '../output.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - already: permanently withdrawn before
 * - declined: not confirmed
 */
type WithdrawalOutcome = 'withdrawn' | 'appended' | 'already' | 'declined'

/** Permanently withdraws a play by the operator. `confirm`: called before the append, with what is withdrawn. */
export async function withdrawPlay(
  store: Store,
  output: Output,
  playId: number,
  { reason, confirm }: { readonly reason: string | null; confirm(what: string): Promise<boolean> },
): Promise<CommandOutcome> {
  const found = await findPlay(store, await readLiveGeneration(store.database), playId)
  if (!found) {
    output.printStderr(noSuchPlay(playId))
    return exitCodes.wrong
  }
  const { key, data } = found.event
  const result = (
    outcome: WithdrawalOutcome,
    text: string,
    at: number | null,
    position: Position | null = null,
  ) => ({
    document: {
      playId,
      outcome,
      position: position && formatPosition(position),
      withdrawnAt: at === null ? null : new Date(at).toISOString(),
    },
    text,
  })
  const already = ({ at, wipe }: Withdrawal) =>
    at === null || wipe !== null
      ? null
      : result('already', `Play ${playId} has been withdrawn already, at ${new Date(at).toISOString()}.`, at)
  const before = already(found.withdrawal)
  if (before) return before
  const player = (await store.players.lookUp([key])).get(key)?.alias ?? key
  const what = `play ${playId} of ${printable(player)} on ${printable(data.songName)} (${data.chart})`
  if (!(await confirm(what)))
    return { ...result('declined', 'Nothing was done.', null), code: exitCodes.wrong }

  const at = Date.now()
  const position = await handleOn(store)(
    streamsOf(store, output.signal).withdrawal,
    withdrawalStream(key, playId),
    { type: 'withdraw', playId, by: 'operator', reason },
    {
      at,
      signal: output.signal,
      beforeAppend: () => recordAction(store, withdrawalEntry(key, playId)),
    },
  ).catch(failed)
  if (isRefusal(position)) {
    const meanwhile = await findPlay(store, await readLiveGeneration(store.database), playId)
    return already(meanwhile?.withdrawal ?? found.withdrawal) ?? result('already', position.message, null)
  }
  const done = `Play ${playId} is withdrawn (${formatPosition(position)})`
  if (await awaitFold(store, position, output.signal))
    return result('withdrawn', `${done}, and the boards show it.`, at, position)
  const follows =
    store.server === null
      ? 'It leaves the boards at the next start of the server.'
      : 'No projector has folded it yet; it leaves the boards when one does.'
  return result('appended', `${done}. ${follows}`, at, position)
}
