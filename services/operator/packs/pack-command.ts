import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { addCommand } from './add-command.ts'
import { decideCommand } from './decide-command.ts'
import { ownerCommand } from './owner-command.ts'
import { removeCommand } from './remove-command.ts'
import { renameCommand } from './rename-command.ts'
import { waitingCommand } from './waiting-command.ts'

/** Packs, without a browser. */
export function packCommand(context: CommandContext): Command {
  return new Command('pack')
    .description('add, remove and rename packs, and decide about charts that wait for acceptance')
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(renameCommand(context))
    .addCommand(ownerCommand(context))
    .addCommand(waitingCommand(context))
    .addCommand(decideCommand(context, 'accept'))
    .addCommand(decideCommand(context, 'refuse'))
}
