import { postgresAliases } from '../../accounts/players/player-look-ups.ts'
import { setPackOwner } from '../../catalogue/uploads/pack-ids.ts'
import { recordAction } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { decide, streamsOf } from '../decide.ts'
import { noSuchPlayer } from '../no-such-player.ts'
import { printable } from '../printable.ts'
import { findPack } from './find-pack.ts'

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
        const entry = { playerId, what: 'Pack received', details: { pack: String(packId) } }
        const command = { type: 'passOn', packId, owner: playerId } as const
        await decide(store, streamsOf(store, output.signal).pack, String(packId), command, {
          signal: output.signal,
          beforeAppend: () => recordAction(store, entry),
        })
        await setPackOwner(store.database, packId, playerId)
        return { text: `Pack ${packId} belongs to ${printable(alias.trim())} now.` }
      })
    })
}
