import { packName } from '@stepledger/contracts/packs/pack-limits.ts'
import { renamePackKey } from '../../catalogue/uploads/pack-ids.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { decide, streamsOf } from '../decide.ts'
import { CommandFailedError, UsageError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import { findPack } from './find-pack.ts'

export function renameCommand({ output, run }: CommandContext): Command {
  return new Command('rename')
    .description('rename a pack')
    .argument('<pack>', 'name or id of the pack')
    .argument('<name>', 'new name')
    .notes('\nA pack that is added under the new name later updates this one.')
    .action(async (pack: string, given: string) => {
      const named = packName.safeParse(given)
      if (!named.success) throw new UsageError(named.error.issues[0]?.message ?? 'That is no name')
      const name = named.data
      await run(async (store) => {
        const packId = await findPack(store, pack)
        const key = String(packId)
        const command = { type: 'rename', packId, name } as const
        const position = await decide(store, streamsOf(store, output.signal).pack, key, command, {
          signal: output.signal,
          async beforeAppend() {
            if (!(await renamePackKey(store.database, packId, name)))
              throw new CommandFailedError(`Another pack is called ${printable(name)}.`)
            await recordAction(store, { what: 'Pack renamed', details: { pack: key, name } })
          },
        })
        const shown = await awaitFold(store, position, output.signal)
        const done = `Pack ${packId} is called ${printable(name)}`
        return { text: shown ? `${done}.` : `${done}. The lists show it after it is folded.` }
      })
    })
}
