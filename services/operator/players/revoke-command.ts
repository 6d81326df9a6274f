import { type Permission, permission } from '@stepledger/contracts/permissions.ts'
import { Command } from 'commander'
import { accessDatabase, playerCalled } from '../../accounts/operations/access-tables.ts'
import { ask } from '../ask.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { jsonDocument, printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'
import { permissionArgument } from './permission-argument.ts'
import { revokePermission } from './player-access.ts'

export function revokeCommand({ output, run }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('revoke')
    .description('take a permission away from a player')
    .argument('<alias>', 'the name of the player')
    .argument('<permission>', permission.options.join(' or '), permissionArgument)
    .option('--yes', 'do not ask')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
It holds from the next call on, also in a running server. Asks first when called from a terminal; elsewhere --yes is needed. Exits with 1
when there is no such player or the answer was no.`,
    )
    .action(async (alias: string, revoked: Permission, { yes, json }: { yes?: true; json?: true }) => {
      if (!yes && !terminal)
        throw new UsageError('Nobody is here to be asked: say --yes to take the permission away')
      await run(async ({ database }) => {
        const db = accessDatabase(database)
        const player = await playerCalled(db, alias)
        if (!player) return noSuchPlayer(output, alias)
        const name = printable(player.alias)
        const tell = (outcome: 'revoked' | 'not held' | 'declined', sentence: string) =>
          output.print(
            json
              ? jsonDocument({ playerId: player.id, alias: player.alias, permission: revoked, outcome })
              : sentence,
          )
        if (!yes && terminal && !(await ask(terminal, `Take ${revoked} away from ${name}?`, signal))) {
          await tell('declined', 'Nothing was done.')
          return exitCodes.wrong
        }
        if (await revokePermission(db, player.id, revoked))
          await tell('revoked', `${name} does not have ${revoked} any more.`)
        else await tell('not held', `${name} did not have ${revoked}.`)
        return exitCodes.fine
      })
    })
}
