import { type Permission, permission } from '@stepledger/contracts/permissions.ts'
import { grantPermission } from '../../accounts/operations/grant-permission.ts'
import { permissionArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'

export function grantCommand({ output, run }: CommandContext): Command {
  return new Command('grant')
    .description('grant a permission to a player')
    .argument('<alias>', 'alias of the player')
    .argument('<permission>', permission.options.join(' or '), permissionArgument)
    .option('--json', 'print one JSON document')
    .notes(`
packs.upload: upload packs of songs. ledger.operate: watch and run the ledger. Takes effect with the
next request, also in a running server. Exits with 1 when the player does not exist.`)
    .action(async (alias: string, granted: Permission) => {
      await run(async ({ database, operator }) => {
        const grant = await grantPermission(database, alias, granted, operator)
        if (!grant) return noSuchPlayer(output, alias)
        const { alias: name, isNew } = grant
        const sentence = `${printable(name)} ${isNew ? 'has' : 'had'} ${granted} ${isNew ? 'now' : 'already'}.`
        return { document: { ...grant, permission: granted }, text: sentence }
      })
    })
}
