import { isRefusal } from '@stepledger/contracts/decider.ts'
import { decideChartsOf } from '../../catalogue/uploads/decide-charts.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { failed, streamsOf } from '../decide.ts'
import { CommandFailedError, exitCodes, UsageError } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import { findPack } from './find-pack.ts'
import { showWaiting, waitingOf } from './waiting-charts.ts'

interface Options {
  readonly song?: string
  readonly yes?: true
}

/** `ledger pack accept` and `ledger pack refuse`. */
export function decideCommand({ output, run }: CommandContext, decision: 'accept' | 'refuse'): Command {
  return new Command(decision)
    .description(`${decision} charts of a pack that wait for acceptance`)
    .argument('<pack>', 'name or id of the pack')
    .option('--song <number>', 'id of a song; only its charts')
    .option('--yes', 'skip the confirmation prompt')
    .notes(`
Shows the charts. Prompts for confirmation on a terminal; otherwise --yes is required.
${
  decision === 'accept'
    ? 'Plays that fit the accepted counts are ranked, too.'
    : 'Refused charts are ignored until their song changes.'
}`)
    .action(async (pack: string, { song, yes }: Options) => {
      if (song !== undefined && !/^[1-9]\d{0,14}$/.test(song))
        throw new UsageError(`--song: ${song} is not the id of a song`)
      requireTerminal(output, yes, `use --yes to ${decision} the charts`)
      await run(async (store) => {
        const packId = await findPack(store, pack)
        const waiting = await waitingOf(store, { packs: [packId] })
        const charts = waiting.filter(({ songId }) => song === undefined || songId === Number(song))
        if (charts.length === 0) throw new CommandFailedError('No chart of this pack waits for acceptance.')
        const what = counted(charts.length, 'chart')
        const accepted = decision === 'accept'
        if (!yes) await output.print(...showWaiting(charts))
        if (!(await confirm(output, yes, `${accepted ? 'Accept' : 'Refuse'} ${what}?`)))
          return { text: 'Nothing was done.', code: exitCodes.wrong }
        const deps = { handle: handleOn(store), streams: streamsOf(store, output.signal) }
        const decided = await decideChartsOf(deps, {
          packId,
          accepted,
          by: null,
          charts,
          waiting: () => waitingOf(store, { packs: [packId] }),
          at: Date.now(),
          beforeAppend: () =>
            recordAction(store, {
              what: accepted ? 'Charts accepted' : 'Charts refused',
              details: { pack: String(packId), charts: String(charts.length) },
            }),
        }).catch(failed)
        if (isRefusal(decided))
          throw new CommandFailedError('These charts were changed or decided meanwhile.')
        const done = `${what} of pack ${packId} ${accepted ? 'accepted' : 'refused'}`
        const shown = await awaitFold(store, decided, output.signal)
        return { text: shown ? `${done}.` : `${done}. Pages show it after it is folded.` }
      })
    })
}
