import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { readCompetitionFile } from './competition-file.ts'
import { runChange } from './run-change.ts'

export function announceCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'announce', 'announce an event, or replace its document')
    .argument('<file>', 'JSON document of the event, in the format of `event show`; times need a time zone')
    .option('--unknown', 'allow charts that no play and no pack contains')
    .notes(changeHelp)
    .action(async (file: string, { unknown, ...options }: ChangeOptions & { unknown?: true }) => {
      const document = await readCompetitionFile(file)
      await run(async (store) => {
        const { slug } = document
        const before = (await announcedCompetitions(store.ledger)).get(slug) ?? null
        return runChange(store, output, options, {
          before,
          command: { type: 'announce', document },
          unknown: unknown ?? false,
          question: () => (before ? `Replace the document of ${slug}?` : `Announce ${slug}?`),
          done: () => (before ? `${slug} is announced with a new document` : `${slug} is announced`),
        })
      })
    })
}
