import { Command } from '../command.ts'
import { requireTerminal } from '../confirm.ts'
import type { Output } from '../output.ts'

/** Common options of commands that change a competition. */
export interface ChangeOptions {
  readonly dryRun?: true
  readonly yes?: true
}

/** A command that changes a competition, with the common options. */
export function changeCommand(output: Output, name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--dry-run', 'show the changes and the affected players without applying them')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .hook('preAction', (command) => {
      const { yes, dryRun } = command.opts<ChangeOptions>()
      requireTerminal(output, yes ?? dryRun, 'use --yes, or --dry-run to preview the change')
    })
}

/** Common help text of these commands. */
export const changeHelp = `
Shows the changes and the players whose standings change: ranks and points of the whole event before
and after, largest changes first, and the number of changes in each round; --json lists those too.
Then prompts for confirmation on a terminal; otherwise --yes is required. Exits with 1 when not
confirmed.`
