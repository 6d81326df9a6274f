import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import {
  countLostFirsts,
  extentOf,
  type LostFirst,
  lostFirsts,
  matchingPlays,
  type WipeCriteria,
} from '@stepledger/projections/plays/wiped-plays.ts'
import { wipeEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { decidePlays, type ReadPlays } from '../../ingest/withdrawals/decide-plays.ts'
import { handleEachOn } from '../../platform/decisions/handle.ts'
import { recordAction } from '../audit/record-action.ts'
import type { CommandResult } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { failed, streamsOf } from '../decide.ts'
import { exitCodes } from '../exit-codes.ts'
import { aligned, count, counted } from '../format-text.ts'
import type { Output } from '../output.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { awaitFoldedGeneration, awaitFoldedUpTo } from './await-folded-generation.ts'

const maxFirsts = 1000

interface WipeOptions {
  readonly criteria: WipeCriteria
  readonly reason: string
  /** Id of the new wipe. */
  readonly wipe: string
  readonly dryRun: true | undefined
  readonly yes: true | undefined
  readonly json: true | undefined
}

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - none: no play matches
 * - dry-run, declined: nothing was appended
 */
type WipeOutcome = 'withdrawn' | 'appended' | 'none' | 'dry-run' | 'declined'

/** Shows which plays match the criteria and, once confirmed, withdraws them with one event each. */
export async function runWipe(store: Store, output: Output, options: WipeOptions): Promise<CommandResult> {
  const { criteria, reason, wipe, dryRun, yes, json } = options
  const { signal } = output
  const generation = await awaitFoldedGeneration(store, signal)
  const extent = await extentOf(generation, criteria)
  const [boards, firsts] = await Promise.all([
    countLostFirsts(generation, criteria),
    lostFirsts(generation, criteria, maxFirsts),
  ])
  const result = (outcome: WipeOutcome, plays: number, text: string) => {
    const began = outcome === 'withdrawn' || outcome === 'appended'
    const document = { wipe: began ? wipe : null, outcome, plays, matching: { ...extent, boards, firsts } }
    return { document, text, code: outcome === 'declined' ? exitCodes.wrong : exitCodes.fine }
  }
  if (extent.plays === 0) return result('none', 0, 'No play matches.')
  if (!json) {
    const names = await store.players.lookUp(firsts.map(({ player }) => player))
    const aliasOf = (player: string) => names.get(player)?.alias ?? player
    await output.print(`${extentText(extent)} will be withdrawn.`, ...firstsText(firsts, boards, aliasOf))
  }
  if (dryRun) return result('dry-run', 0, 'Dry run: nothing was done.')
  if (!(await confirm(output, yes, 'Withdraw them?'))) return result('declined', 0, 'Nothing was done.')

  await recordAction(store, wipeEntry(criteria.player ?? null, { wipe, plays: extent.plays, reason }))
  output.printStderr(`Wipe ${wipe} begins.`)
  const read: ReadPlays = ({ after, limit }) => matchingPlays(generation, criteria, { before: after, limit })
  const onProgress = (done: number) =>
    output.progress({ what: 'Wiping', done, of: extent.plays, unit: 'plays' })
  const { plays, ends } = await decidePlays(
    { handleEach: handleEachOn(store), streams: streamsOf(store, signal) },
    read,
    ({ playId }) => ({ type: 'withdraw', playId, by: 'operator', reason, wipe }),
    { now: Date.now, signal, onProgress },
  ).catch(failed)
  output.progress(null)
  // Another wipe of the same plays was first.
  if (plays === 0) return result('none', 0, 'No play matches any more.')
  const isShown = await awaitFoldedUpTo(store, ends, signal)
  const undo = `"ledger reinstate ${wipe}" brings them back.`
  return isShown
    ? result('withdrawn', plays, `${counted(plays, 'play')} withdrawn, and the boards show it. ${undo}`)
    : result('appended', plays, `${counted(plays, 'play')} withdrawn; the boards follow. ${undo}`)
}

const shownFirsts = 20

export function extentText({ plays, players, charts }: WipeExtent): string {
  return `${counted(plays, 'play')} of ${counted(players, 'player')} on ${counted(charts, 'chart')}`
}

/** Lists the boards that lose their first place. `boards`: their number. */
function firstsText(
  firsts: readonly LostFirst[],
  boards: number,
  aliasOf: (player: string) => string,
): string[] {
  if (boards === 0) return ['No board loses its first place.']
  const shown = firsts.slice(0, shownFirsts)
  const rows = shown.map(({ chart, title, board, player, playId, score }) => [
    `  ${chart}`,
    printable(title),
    board,
    score,
    printable(aliasOf(player)),
    `play ${playId}`,
  ])
  const more = boards - shown.length
  return [
    `${counted(boards, 'board')} ${boards === 1 ? 'loses its' : 'lose their'} first place:`,
    ...aligned(rows, [3]),
    ...(more > 0 ? [`  … and ${count(more)} more`] : []),
  ]
}
