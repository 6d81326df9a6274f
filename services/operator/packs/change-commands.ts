import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { packRemoved } from '@stepledger/contracts/events/pack-removed.ts'
import { packRenamed } from '@stepledger/contracts/events/pack-renamed.ts'
import { packName } from '@stepledger/contracts/packs/pack-limits.ts'
import { postgresAliases } from '../../accounts/players/player-look-ups.ts'
import { renamePackKey, setPackOwner } from '../../catalogue/uploads/pack-ids.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { CommandFailedError, exitCodes, UsageError } from '../exit-codes.ts'
import { noSuchPlayer } from '../players/no-such-player.ts'
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
        const bytes = encodeEvent(packRemoved, { id: randomUUID(), at: Date.now(), key, data: { packId } })
        const position = await store.ledger.append('events', { key, bytes })
        await recordAction(store, { what: 'Pack removed', details: { pack: key } })
        const done = `Pack ${packId} is removed.`
        const shown = await awaitFold(store, position, output.signal)
        return { text: shown ? done : `${done} It disappears from the lists after the removal is folded.` }
      })
    })
}

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
        if (!(await renamePackKey(store.database, packId, name)))
          throw new CommandFailedError(`Another pack is called ${printable(name)}.`)
        const key = String(packId)
        const event = { id: randomUUID(), at: Date.now(), key, data: { packId, name } }
        const position = await store.ledger.append('events', { key, bytes: encodeEvent(packRenamed, event) })
        await recordAction(store, { what: 'Pack renamed', details: { pack: key, name } })
        const shown = await awaitFold(store, position, output.signal)
        const done = `Pack ${packId} is called ${printable(name)}`
        return { text: shown ? `${done}.` : `${done}. The lists show it after it is folded.` }
      })
    })
}

export function ownerCommand({ output, run }: CommandContext): Command {
  return new Command('owner')
    .description('transfer a pack to another uploader')
    .argument('<pack>', 'name or id of the pack')
    .argument('<alias>', 'alias of the player')
    .notes(`
Only the owner of a pack, who uploaded it first, and operators may upload it again. Its new owner
also needs packs.upload (ledger grant). Exits with 1 when the player does not exist.`)
    .action(async (pack: string, alias: string) => {
      await run(async (store) => {
        const packId = await findPack(store, pack)
        const playerId = await postgresAliases(store.database)(alias.trim())
        if (playerId === null) return noSuchPlayer(output, alias)
        await setPackOwner(store.database, packId, playerId)
        await recordAction(store, { playerId, what: 'Pack received', details: { pack: String(packId) } })
        return { text: `Pack ${packId} belongs to ${printable(alias.trim())} now.` }
      })
    })
}
