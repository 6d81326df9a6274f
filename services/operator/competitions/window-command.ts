import type { WindowChange } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { countArgument, graceArgument, timeArgument } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-codes.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { zonedText } from './competition-file.ts'
import { findCompetition } from './find-competition.ts'
import { runChange } from './run-change.ts'

type Options = ChangeOptions & WindowChange & { readonly round: number }

export function windowCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'window', 'change start and end of a round, and the grace period')
    .argument('<slug>', 'slug of the event')
    .requiredOption('--round <n>', 'number of the round, from 1', countArgument)
    .option(
      '--start <time>',
      'start of the round, with a time zone, such as 2026-12-07T18:00:00+01:00',
      timeArgument,
    )
    .option('--end <time>', 'end of the round, with a time zone', timeArgument)
    .option(
      '--grace <length>',
      'how long after the end of a round its plays are accepted, such as 36h; applies to all rounds',
      graceArgument,
    )
    .notes(changeHelp)
    .action(async (slug: string, { round, start, end, grace, ...options }: Options) => {
      if (start === undefined && end === undefined && grace === undefined)
        throw new UsageError('Specify --start, --end or --grace')
      await run(async (store) =>
        runChange(store, output, options, {
          before: await findCompetition(store, slug),
          command: { type: 'moveWindow', round, start, end, grace },
          unknown: true,
          question: (after) => `Change round ${round} of ${slug} to ${timesText(after, round)}?`,
          done: (after) =>
            `Round ${round} of ${slug} lasts ${timesText(after, round)}; plays may come in ${after.grace} s later`,
        }),
      )
    })
}

function timesText(document: CompetitionDocument, round: number): string {
  const { start, end } = itemAt(document.rounds, round - 1)
  return `from ${zonedText(start)} to ${zonedText(end)}`
}
