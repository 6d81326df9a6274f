import {
  countLostFirsts,
  extentOf,
  lostFirsts,
  matchingPlays,
  type WipeCriteria,
} from '@stepledger/projections/plays/wiped-plays.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { ReadPlays } from '../../ingest/withdrawals/append-for-plays.ts'
import { wipeEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { wipePlays } from '../../ingest/withdrawals/wipe-plays.ts'
import { counted } from '../aligned.ts'
import { recordAction } from '../audit/record-action.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { jsonDocument } from '../printable.ts'
import type { Store } from '../store.ts'
import { awaitFoldedGeneration, awaitFoldedUpTo } from './await-folded-generation.ts'
import { withExclusiveWipe } from './exclusive-wipe.ts'
import { extentText, firstsText } from './show-wipe.ts'

/** Lost first places in the JSON document. */
const maxFirsts = 1000

interface WipeOptions {
  readonly criteria: WipeCriteria
  readonly reason: string
  /** Id of the new wipe. */
  readonly wipe: string
  readonly dryRun: boolean
  readonly json: boolean
  readonly confirm: () => Promise<boolean>
  readonly now: () => number
}

/**
 * - withdrawn: appended and folded
 * - appended: not folded yet
 * - none: no play matches
 * - dry-run, declined: nothing was appended
 */
type WipeOutcome = 'withdrawn' | 'appended' | 'none' | 'dry-run' | 'declined'

/** Shows which plays match the criteria and, once confirmed, withdraws them with one event each. */
export async function runWipe(store: Store, output: Output, options: WipeOptions): Promise<ExitCode> {
  const { criteria, reason, wipe, dryRun, json, confirm, now } = options
  const { signal } = output
  const generation = await awaitFoldedGeneration(store, signal)
  const extent = await extentOf(generation, criteria)
  const [boards, firsts] = await Promise.all([
    countLostFirsts(generation, criteria),
    lostFirsts(generation, criteria, maxFirsts),
  ])
  const finish = async (outcome: WipeOutcome, plays: number, sentence: string) => {
    const began = outcome === 'withdrawn' || outcome === 'appended'
    const document = { wipe: began ? wipe : null, outcome, plays, matching: { ...extent, boards, firsts } }
    await output.print(json ? jsonDocument(document) : sentence)
    return outcome === 'declined' ? exitCodes.wrong : exitCodes.fine
  }
  if (extent.plays === 0) return finish('none', 0, 'No play matches.')
  if (!json) {
    const names = await store.players.lookUp(firsts.map(({ player }) => player))
    const aliasOf = (player: string) => names.get(player)?.alias ?? player
    await output.print(`${extentText(extent)} will be withdrawn.`, ...firstsText(firsts, boards, aliasOf))
  }
  if (dryRun) return finish('dry-run', 0, 'Dry run: nothing was done.')
  if (!(await confirm())) return finish('declined', 0, 'Nothing was done.')

  const confirmed = { plays: extent.plays, signal, extentOf: (now: GenerationDb) => extentOf(now, criteria) }
  const { plays, ends } = await withExclusiveWipe(store, confirmed, async (live) => {
    await recordAction(store, wipeEntry(criteria.player ?? null, { wipe, plays: extent.plays, reason }))
    output.printStderr(`Wipe ${wipe} begins.`)
    const read: ReadPlays = ({ after, limit }) => matchingPlays(live, criteria, { before: after, limit })
    const onAppended = (done: number) =>
      output.progress({ what: 'Wiping', done, of: extent.plays, unit: 'plays' })
    return wipePlays(store.ledger, { wipe, reason, read, now }, { signal, onAppended })
  })
  output.progress(null)
  const isShown = await awaitFoldedUpTo(store, ends, signal)
  const undo = `"ledger reinstate ${wipe}" brings them back.`
  return isShown
    ? finish('withdrawn', plays, `${counted(plays, 'play')} withdrawn, and the boards show it. ${undo}`)
    : finish('appended', plays, `${counted(plays, 'play')} withdrawn; the boards follow. ${undo}`)
}
