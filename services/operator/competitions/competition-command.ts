import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { announceCommand, chartsCommand, pointsCommand, windowCommand } from './change-commands.ts'
import { closeCommand } from './close-command.ts'
import { previewCommand } from './preview-command.ts'
import { listCommand, showCommand } from './show-commands.ts'

export function competitionCommand(context: CommandContext): Command {
  const command = new Command('event').description(
    'announce, change, show and close events that players take part in',
  )
  for (const make of [
    announceCommand,
    chartsCommand,
    windowCommand,
    pointsCommand,
    previewCommand,
    closeCommand,
    showCommand,
    listCommand,
  ])
    command.addCommand(make(context))
  return command
}
