import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventChartsChosen } from '@stepledger/contracts/events/event-charts-chosen.ts'
import { withRound } from '@stepledger/projections/standings/competition-state.ts'
import { countArgument } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../format-text.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { readCharts } from './competition-file.ts'
import { findOpenCompetition } from './find-competition.ts'
import { runChange } from './run-change.ts'
import { roundOf } from './window-of.ts'

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
        const before = await findOpenCompetition(store, slug)
        roundOf(before.document, round)
        return runChange(store, output, options, {
          before,
          after: withRound(before.document, round, { charts }),
          unknown: unknown ?? false,
          question: `Choose ${counted(charts.length, 'chart')} for round ${round} of ${slug}?`,
          done: `Round ${round} of ${slug} has ${counted(charts.length, 'chart')}`,
          encode: (event, by) =>
            encodeEvent(eventChartsChosen, { ...event, data: { slug, round, charts, by } }),
        })
      })
    })
}
