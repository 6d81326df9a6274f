import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { announceCommand } from './announce-command.ts'
import { chartsCommand } from './charts-command.ts'
import { closeCommand } from './close-command.ts'
import { listCommand } from './list-command.ts'
import { pointsCommand } from './points-command.ts'
import { previewCommand } from './preview-command.ts'
import { showCommand } from './show-command.ts'
import { windowCommand } from './window-command.ts'

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
