import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { publishCommand } from './publish-command.ts'

export function dataCommand(context: CommandContext): Command {
  return new Command('data').description('publish the data for analysts').addCommand(publishCommand(context))
}
