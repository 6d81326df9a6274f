import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { addCommand } from './add-command.ts'
import { removeCommand } from './remove-command.ts'
import { renameCommand } from './rename-command.ts'

/** Packs, without a browser. */
export function packCommand(context: CommandContext): Command {
  return new Command('pack')
    .description('adds, removes and renames packs')
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(renameCommand(context))
}
