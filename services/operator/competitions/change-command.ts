import { Command } from 'commander'

/** A command that changes a competition, with the common options. */
export function changeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--dry-run', 'show the changes and the affected players without applying them')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
}

/** Common help text of these commands. */
export const changeHelp = `
Shows the changes and the players whose standings change: ranks and points of the whole event before
and after, largest changes first, and the number of changes in each round; --json lists those too.
Then prompts for confirmation on a terminal; otherwise --yes is required. Exits with 1 when not
confirmed.`
