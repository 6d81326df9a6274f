import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { findPack } from './find-pack.ts'
import { showWaiting } from './show-waiting.ts'
import { waitingOf } from './waiting-of.ts'

export function waitingCommand({ output, run }: CommandContext): Command {
  return new Command('waiting')
    .description('list charts of packs that wait for acceptance')
    .argument('[pack]', 'name or id of the pack (default: all packs)')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
A chart waits when its pack states other counts or another description than the pack that brought
the chart first, and another uploader sent it. Until it is accepted, it changes neither the chart
nor any score.`,
    )
    .action((pack: string | undefined, { json }: { json?: true }) =>
      run(async (store) => {
        const charts = await waitingOf(
          store,
          pack === undefined ? {} : { packs: [await findPack(store, pack)] },
        )
        const lines = charts.length > 0 ? showWaiting(charts) : ['No chart waits for acceptance.']
        await output.print(...(json ? [jsonDocument(charts)] : lines))
        return exitCodes.fine
      }),
    )
}
