import { extentOfWipe, playsOfWipe } from '@stepledger/projections/plays/plays-of-wipe.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { ReadPlays } from '../../ingest/withdrawals/append-for-plays.ts'
import { reinstatementEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { reinstatePlays } from '../../ingest/withdrawals/wipe-plays.ts'
import { counted } from '../aligned.ts'
import { recordAction } from '../audit/record-action.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { jsonDocument } from '../printable.ts'
import type { Store } from '../store.ts'
import { awaitFoldedGeneration, awaitFoldedUpTo } from './await-folded-generation.ts'
import { withExclusiveWipe } from './exclusive-wipe.ts'
import { extentText } from './show-wipe.ts'

interface ReinstateOptions {
  readonly wipe: string
  readonly dryRun: boolean
  readonly json: boolean
  readonly confirm: () => Promise<boolean>
  readonly now: () => number
}

/**
 * - reinstated: appended and folded
 * - appended: not folded yet
 * - none: the wipe is unknown, or all of its plays are reinstated or withdrawn permanently
 * - dry-run, declined: nothing was appended
 */
type ReinstateOutcome = 'reinstated' | 'appended' | 'none' | 'dry-run' | 'declined'

/** Shows how many plays the wipe still withdraws and, once confirmed, reinstates them with one event each. */
export async function runReinstate(
  store: Store,
  output: Output,
  { wipe, dryRun, json, confirm, now }: ReinstateOptions,
): Promise<ExitCode> {
  const { signal } = output
  const generation = await awaitFoldedGeneration(store, signal)
  const extent = await extentOfWipe(generation, wipe)
  const finish = async (outcome: ReinstateOutcome, plays: number, sentence: string) => {
    await output.print(json ? jsonDocument({ wipe, outcome, plays, matching: extent }) : sentence)
    return outcome === 'declined' || outcome === 'none' ? exitCodes.wrong : exitCodes.fine
  }
  if (extent.plays === 0) return finish('none', 0, `No play is withdrawn by wipe ${wipe}.`)
  if (!json) await output.print(`${extentText(extent)} will be reinstated.`)
  if (dryRun) return finish('dry-run', 0, 'Dry run: nothing was done.')
  if (!(await confirm())) return finish('declined', 0, 'Nothing was done.')

  const confirmed = { plays: extent.plays, signal, extentOf: (now: GenerationDb) => extentOfWipe(now, wipe) }
  const { plays, ends } = await withExclusiveWipe(store, confirmed, async (live) => {
    await recordAction(store, reinstatementEntry(wipe, extent.plays))
    const onAppended = (done: number) =>
      output.progress({ what: 'Reinstating', done, of: extent.plays, unit: 'plays' })
    const read: ReadPlays = (page) => playsOfWipe(live, wipe, page)
    return reinstatePlays(store.ledger, { wipe, read, now }, { signal, onAppended })
  })
  output.progress(null)
  return (await awaitFoldedUpTo(store, ends, signal))
    ? finish('reinstated', plays, `${counted(plays, 'play')} reinstated, and the boards show it.`)
    : finish('appended', plays, `${counted(plays, 'play')} reinstated; the boards follow.`)
}
