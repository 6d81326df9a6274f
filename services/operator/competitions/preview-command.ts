import type { CompetitionCommand, WindowChange } from '@stepledger/contracts/competition/competition.ts'
import { countArgument, graceArgument, timeArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-codes.ts'
import { changeOf, linesOfChange } from './change.ts'
import { readCharts, readPointsFile } from './competition-file.ts'
import { previewed } from './decide.ts'
import { findCompetition } from './find-competition.ts'

interface Options extends WindowChange {
  readonly points?: string
  readonly round?: number
  readonly charts?: readonly string[]
  readonly unknown?: boolean
}

export function previewCommand({ run }: CommandContext): Command {
  return new Command('preview')
    .description('show the effect of other points, charts or windows, also in combination')
    .argument('<slug>', 'slug of the event')
    .option('--points <file>', 'a file with another formula')
    .option('--round <n>', 'number of the round that --charts and the times apply to, from 1', countArgument)
    .option('--start <time>', 'start of the round, with a time zone', timeArgument)
    .option('--end <time>', 'end of the round, with a time zone', timeArgument)
    .option(
      '--grace <length>',
      'how long after the end of a round its plays are accepted, such as 36h',
      graceArgument,
    )
    .option('--charts <charts...>', 'hashes of the charts of the round, or a file with them')
    .option('--unknown', 'allow charts that no play and no pack contains')
    .option('--json', 'print one JSON document')
    .action(async (slug: string, { points, round, charts, start, end, grace, unknown = false }: Options) => {
      const window = [start, end, grace].some((given) => given !== undefined)
      if (points === undefined && charts === undefined && !window)
        throw new UsageError('Specify --points, --charts, --start, --end or --grace')
      if ((charts !== undefined || window) && round === undefined) throw new UsageError('Specify --round')
      const commands: CompetitionCommand[] = []
      if (points !== undefined) commands.push({ type: 'changePoints', points: await readPointsFile(points) })
      if (round !== undefined && charts !== undefined)
        commands.push({ type: 'chooseCharts', round, charts: await readCharts(charts) })
      if (round !== undefined && window) commands.push({ type: 'moveWindow', round, start, end, grace })
      await run(async (store) => {
        const before = await findCompetition(store, slug)
        const { document: after } = previewed(before, commands)
        const change = await changeOf(store, { before, after, unknown })
        return {
          document: { outcome: change ? 'dry run' : 'unchanged', slug, ...change },
          text: change ? linesOfChange(change, after) : 'Nothing would change.',
        }
      })
    })
}
