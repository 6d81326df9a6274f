import { describePoints } from '@stepledger/contracts/competition/points-formula.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { readPointsFile } from './competition-file.ts'
import { findCompetition } from './find-competition.ts'
import { runChange } from './run-change.ts'

export function pointsCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'points', 'change the points formula of an event')
    .argument('<slug>', 'slug of the event')
    .argument('<file>', 'JSON file with the formula: `points` in the output of `event show`')
    .notes(changeHelp)
    .action(async (slug: string, file: string, options: ChangeOptions) => {
      const points = await readPointsFile(file)
      await run(async (store) => {
        return runChange(store, output, options, {
          before: await findCompetition(store, slug),
          command: { type: 'changePoints', points },
          unknown: true,
          question: () => `Change the points of ${slug} to: ${describePoints(points)}`,
          done: () => `Points in ${slug} are changed`,
        })
      })
    })
}
