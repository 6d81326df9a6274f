import { countArgument } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../format-text.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { readCharts } from './competition-file.ts'
import { findCompetition } from './find-competition.ts'
import { runChange } from './run-change.ts'

interface Options extends ChangeOptions {
  readonly round: number
  readonly unknown?: true
}

export function chartsCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'charts', 'set the charts of a round')
    .argument('<slug>', 'slug of the event')
    .argument('<charts...>', 'hashes of the charts in order, or one file with a JSON list of them')
    .requiredOption('--round <n>', 'number of the round, from 1', countArgument)
    .option('--unknown', 'allow charts that no play and no pack contains')
    .notes(`\nPlays from before the charts were set count as well.\n${changeHelp.trim()}`)
    .action(async (slug: string, given: readonly string[], { round, unknown, ...options }: Options) => {
      const charts = await readCharts(given)
      await run(async (store) => {
        return runChange(store, output, options, {
          before: await findCompetition(store, slug),
          command: { type: 'chooseCharts', round, charts },
          unknown: unknown ?? false,
          question: () => `Choose ${counted(charts.length, 'chart')} for round ${round} of ${slug}?`,
          done: () => `Round ${round} of ${slug} has ${counted(charts.length, 'chart')}`,
        })
      })
    })
}
