import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { decide, streamsOf } from '../decide.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import { findPack } from './find-pack.ts'

export function removeCommand({ output, run }: CommandContext): Command {
  return new Command('remove')
    .description('remove a pack from the lists')
    .argument('<pack>', 'name or id of the pack')
    .option('--yes', 'skip the confirmation prompt')
    .notes(`
Its charts are described and counted by other packs only, and plays are judged again. The same pack
added again is listed again. Prompts for confirmation on a terminal; otherwise --yes is required.`)
    .action(async (pack: string, { yes }: { yes?: true }) => {
      requireTerminal(output, yes, 'use --yes to remove the pack')
      await run(async (store) => {
        const packId = await findPack(store, pack)
        if (!(await confirm(output, yes, `Remove pack ${packId}, ${printable(pack)}?`)))
          return { text: 'Nothing was done.', code: exitCodes.wrong }
        const key = String(packId)
        const position = await decide(
          store,
          streamsOf(store, output.signal).pack,
          key,
          { type: 'remove', packId },
          {
            signal: output.signal,
            beforeAppend: () => recordAction(store, { what: 'Pack removed', details: { pack: key } }),
          },
        )
        const done = `Pack ${packId} is removed.`
        const shown = await awaitFold(store, position, output.signal)
        return { text: shown ? done : `${done} It disappears from the lists after the removal is folded.` }
      })
    })
}
