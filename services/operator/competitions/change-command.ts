import { Command } from 'commander'

/** A command that changes an event: with the options that all of them have. */
export function changeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--dry-run', 'say what would change and for whom, and do nothing')
    .option('--yes', 'do not ask')
    .option('--json', 'as one JSON document')
}

/** What their help says at the end. */
export const changeHelp = `
Says what changes, and which players move: places and points of the whole event before and after, the greatest moves first, and how many
move within each round; --json lists those moves too. Then asks, when called from a terminal; elsewhere --yes is needed. Exits with 1 when the answer was no.`
