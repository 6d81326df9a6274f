import { type Permission, permission } from '@stepledger/contracts/permissions.ts'
import { Command } from 'commander'
import { grantPermission } from '../../accounts/operations/grant-permission.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument, printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'
import { permissionArgument } from './permission-argument.ts'

export function grantCommand({ output, run }: CommandContext): Command {
  return new Command('grant')
    .description('give a player a permission')
    .argument('<alias>', 'the name of the player')
    .argument('<permission>', permission.options.join(' or '), permissionArgument)
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
packs.upload: upload packs of songs. ledger.operate: watch and run the ledger. It holds from the next call on, also in a running server.
Exits with 1 when there is no such player.`,
    )
    .action(async (alias: string, granted: Permission, { json }: { json?: true }) => {
      await run(async ({ database }) => {
        const grant = await grantPermission(database, alias, granted)
        if (!grant) return noSuchPlayer(output, alias)
        const { alias: name, isNew } = grant
        const sentence = `${printable(name)} ${isNew ? 'has' : 'had'} ${granted} ${isNew ? 'now' : 'already'}.`
        await output.print(json ? jsonDocument({ ...grant, permission: granted }) : sentence)
        return exitCodes.fine
      })
    })
}
