import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { findPack } from './find-pack.ts'
import { showWaiting, waitingOf } from './waiting-charts.ts'

export function waitingCommand({ run }: CommandContext): Command {
  return new Command('waiting')
    .description('list charts of packs that wait for acceptance')
    .argument('[pack]', 'name or id of the pack (default: all packs)')
    .option('--json', 'print one JSON document')
    .notes(`
A chart waits when its pack states other counts or another description than the pack that brought
the chart first, and another uploader sent it. Until it is accepted, it changes neither the chart
nor any score.`)
    .action((pack: string | undefined) =>
      run(async (store) => {
        const charts = await waitingOf(
          store,
          pack === undefined ? {} : { packs: [await findPack(store, pack)] },
        )
        const text = charts.length > 0 ? showWaiting(charts) : 'No chart waits for acceptance.'
        return { document: charts, text }
      }),
    )
}
