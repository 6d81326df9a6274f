import { permission } from '@stepledger/contracts/permissions.ts'
import { Command, InvalidArgumentError } from 'commander'
import { grantPermission } from '../../platform/identity/grant-permission.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument, printable } from '../printable.ts'

export function grantCommand({ output, run }: CommandContext): Command {
  return new Command('grant')
    .description('give a player a permission')
    .argument('<alias>', 'the name of the player')
    .argument('<permission>', permission.options.join(' or '), permissionArgument)
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
packs.upload: upload packs of songs. ledger.operate: watch and run the ledger. It holds from the next call on, within seconds in a running
server. Exits with 1 when there is no such player.`,
    )
    .action(
      async (alias: string, granted: ReturnType<typeof permissionArgument>, { json }: { json?: true }) => {
        await run(async ({ database }) => {
          const grant = await grantPermission(database, alias, granted)
          if (!grant) {
            output.say(`There is no player called ${printable(alias)}.`)
            return exitCodes.wrong
          }
          const { alias: name, isNew } = grant
          const sentence = `${printable(name)} ${isNew ? 'has' : 'had'} ${granted} ${isNew ? 'now' : 'already'}.`
          await output.print(json ? jsonDocument({ ...grant, permission: granted }) : sentence)
          return exitCodes.fine
        })
      },
    )
}

function permissionArgument(text: string) {
  const parsed = permission.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(`There are ${permission.options.join(' and ')}.`)
  return parsed.data
}
