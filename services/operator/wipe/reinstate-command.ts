import { wipeId } from '@stepledger/contracts/ids.ts'
import { extentOfWipe, playsOfWipe } from '@stepledger/projections/plays/plays-of-wipe.ts'
import { reinstatementEntry } from '../../ingest/withdrawals/audit-entries.ts'
import { decidePlays } from '../../ingest/withdrawals/decide-plays.ts'
import { handleEachOn } from '../../platform/decisions/handle.ts'
import { argumentOf } from '../arguments.ts'
import { recordAction } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext, CommandResult } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { failed, streamsOf } from '../decide.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { awaitFoldedGeneration, awaitFoldedUpTo } from './await-folded-generation.ts'
import { extentText } from './run-wipe.ts'

interface Options {
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

const wipeArgument = argumentOf(wipeId, 'The id of a wipe has lower-case letters and digits.')

export function reinstateCommand({ output, run }: CommandContext): Command {
  return new Command('reinstate')
    .description('bring back the plays that "ledger wipe" withdrew')
    .argument('<wipe>', 'id of the wipe, as it printed', wipeArgument)
    .option('--dry-run', 'only show how many plays the wipe withdraws')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Plays that were withdrawn permanently meanwhile, by their players or by "ledger withdraw", stay
withdrawn. An interrupted reinstatement can be repeated. Prompts for confirmation on a terminal;
otherwise --yes or --dry-run is required. Exits with 1 when the wipe withdraws no play, or the
answer was no.`)
    .action(async (wipe: string, options: Options) => {
      requireTerminal(output, options.yes ?? options.dryRun, 'use --yes to reinstate, or --dry-run')
      await run((store) => reinstate(store, output, wipe, options))
    })
}

/**
 * - reinstated: appended and folded
 * - appended: not folded yet
 * - none: the wipe is unknown, or all of its plays are reinstated or withdrawn permanently
 * - dry-run, declined: nothing was appended
 */
type ReinstateOutcome = 'reinstated' | 'appended' | 'none' | 'dry-run' | 'declined'

/** Shows how many plays the wipe still withdraws and, once confirmed, reinstates them with one event each. */
async function reinstate(
  store: Store,
  output: Output,
  wipe: string,
  { dryRun, yes, json }: Options,
): Promise<CommandResult> {
  const { signal } = output
  const generation = await awaitFoldedGeneration(store, signal)
  const extent = await extentOfWipe(generation, wipe)
  const result = (outcome: ReinstateOutcome, plays: number, text: string) => ({
    document: { wipe, outcome, plays, matching: extent },
    text,
    code: outcome === 'declined' || outcome === 'none' ? exitCodes.wrong : exitCodes.fine,
  })
  if (extent.plays === 0) return result('none', 0, `No play is withdrawn by wipe ${wipe}.`)
  if (!json) await output.print(`${extentText(extent)} will be reinstated.`)
  if (dryRun) return result('dry-run', 0, 'Dry run: nothing was done.')
  if (!(await confirm(output, yes, 'Reinstate them?'))) return result('declined', 0, 'Nothing was done.')

  await recordAction(store, reinstatementEntry(wipe, extent.plays))
  const onProgress = (done: number) =>
    output.progress({ what: 'Reinstating', done, of: extent.plays, unit: 'plays' })
  const { plays, ends } = await decidePlays(
    { handleEach: handleEachOn(store), streams: streamsOf(store, signal) },
    (page) => playsOfWipe(generation, wipe, page),
    ({ playId }) => ({ type: 'reinstate', playId, wipe }),
    { now: Date.now, signal, onProgress },
  ).catch(failed)
  output.progress(null)
  if (plays === 0) return result('none', 0, `No play is withdrawn by wipe ${wipe} any more.`)
  return (await awaitFoldedUpTo(store, ends, signal))
    ? result('reinstated', plays, `${counted(plays, 'play')} reinstated, and the boards show it.`)
    : result('appended', plays, `${counted(plays, 'play')} reinstated; the boards follow.`)
}
