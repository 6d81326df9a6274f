import { type Permission, permission } from '@stepledger/contracts/permissions.ts'
import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { permissionArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'
import { revokePermission } from './player-access.ts'

export function revokeCommand({ output, run }: CommandContext): Command {
  return new Command('revoke')
    .description('revoke a permission of a player')
    .argument('<alias>', 'alias of the player')
    .argument('<permission>', permission.options.join(' or '), permissionArgument)
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Takes effect with the next request, also in a running server. Prompts for confirmation on a
terminal; otherwise --yes is required. Exits with 1 when the player does not exist or the prompt was
not confirmed.`)
    .action(async (alias: string, revoked: Permission, { yes }: { yes?: true }) => {
      requireTerminal(output, yes, 'use --yes to take the permission away')
      await run(async ({ database, operator }) => {
        const db = accountsDatabase(database)
        const player = await accountByAlias(db, alias)
        if (!player) return noSuchPlayer(output, alias)
        const name = printable(player.alias)
        const result = (outcome: 'revoked' | 'not held' | 'declined', text: string) => ({
          document: { playerId: player.id, alias: player.alias, permission: revoked, outcome },
          text,
        })
        if (!(await confirm(output, yes, `Take ${revoked} away from ${name}?`)))
          return { ...result('declined', 'Nothing was done.'), code: exitCodes.wrong }
        return (await revokePermission(db, player.id, revoked, operator))
          ? result('revoked', `${name} does not have ${revoked} any more.`)
          : result('not held', `${name} did not have ${revoked}.`)
      })
    })
}
