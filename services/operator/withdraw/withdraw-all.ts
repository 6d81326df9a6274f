import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { playIdsOfPlayer } from '@stepledger/projections/plays/play-ids-of-player.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { decidePlays } from '../../ingest/withdrawals/decide-plays.ts'
import { handleEachOn } from '../../platform/decisions/handle.ts'
import { recordAction } from '../audit/record-action.ts'
import type { CommandOutcome } from '../command-context.ts'
import { failed, streamsOf } from '../decide.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import type { Output } from '../output.ts'
import { noSuchPlayer } from '../players/no-such-player.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { decodeUnlessMalformed, eventsBeyond, readParked } from '../unfolded-events.ts'
import { awaitFoldedUpTo } from '../wipe/await-folded-generation.ts'

/**
 * Returns the ids of all plays of a player that are not permanently withdrawn, ascending: folded, parked and not folded
 * yet.
 */
export async function playsOfPlayer(store: Store, player: string): Promise<number[]> {
  const { database, ledger, readModels } = store
  const live = await readLiveGeneration(database)
  // Reads the checkpoint first: events folded meanwhile are found twice instead of being missed.
  const checkpoint = live ? await readCheckpoints(database.pool, live.id) : []
  const ids = new Set(live ? await playIdsOfPlayer(readable(live, readModels), player) : [])
  const withdrawn = new Set<number>()
  const look = (event: AnyEvent | null) => {
    if (event?.key !== player) return
    if (event.type === 'PlaySubmitted') ids.add(event.data.playId)
    if (event.type === 'PlayWithdrawn' && event.data.wipe === undefined) withdrawn.add(event.data.playId)
  }
  for await (const { event } of eventsBeyond(ledger, checkpoint)) look(event)
  for (const at of live ? await readParked(database, live.id) : []) {
    const record = await ledger.at('events', at)
    if (record) look(decodeUnlessMalformed(record))
  }
  return [...ids].filter((id) => !withdrawn.has(id)).sort((a, b) => a - b)
}

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - none: the player has no plays to withdraw
 * - declined: not confirmed
 */
type WithdrawalOutcome = 'withdrawn' | 'appended' | 'none' | 'declined'

/**
 * Permanently withdraws all plays of a player by the operator. Idempotent. `confirm`: called before the first append, with
 * what is withdrawn.
 */
export async function withdrawAll(
  store: Store,
  output: Output,
  alias: string,
  { reason, confirm }: { readonly reason: string | null; confirm(what: string): Promise<boolean> },
): Promise<CommandOutcome> {
  const { signal } = output
  const account = await accountByAlias(accountsDatabase(store.database), alias)
  if (!account) return noSuchPlayer(output, alias)
  const { id: playerId } = account
  const name = printable(account.alias)
  const ids = await playsOfPlayer(store, playerId)
  const result = (outcome: WithdrawalOutcome, text: string, plays = 0) => ({
    document: { playerId, outcome, plays },
    text,
  })
  if (ids.length === 0) return result('none', `${name} has no plays to withdraw.`)
  const what = `${counted(ids.length, 'play')} of ${name}`
  if (!(await confirm(what))) return { ...result('declined', 'Nothing was done.'), code: exitCodes.wrong }
  await recordAction(store, {
    playerId,
    what: 'All plays withdrawn',
    details: { plays: String(ids.length) },
  })
  const onProgress = (done: number) =>
    output.progress({ what: 'Withdrawing', done, of: ids.length, unit: 'plays' })
  const { ends } = await decidePlays(
    { handleEach: handleEachOn(store), streams: streamsOf(store, signal) },
    async ({ after, limit }) =>
      ids
        .filter((id) => id > (after ?? 0))
        .slice(0, limit)
        .map((playId) => ({ playId, player: playerId })),
    ({ playId }) => ({ type: 'withdraw', playId, by: 'operator', reason }),
    { now: Date.now, signal, onProgress },
  ).catch(failed)
  if (await awaitFoldedUpTo(store, ends, signal))
    return result('withdrawn', `${what} withdrawn, and the boards show it.`, ids.length)
  const follow =
    store.server === null
      ? 'They leave the boards at the next start of the server.'
      : 'No projector has folded all of them yet; they leave the boards when one does.'
  return result('appended', `${what} withdrawn. ${follow}`, ids.length)
}
