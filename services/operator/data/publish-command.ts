import { randomBytes } from 'node:crypto'
import { exportIn } from '../../analysis/export/export-process.ts'
import { type PublishOptions, publish } from '../../analysis/publication/publish.ts'
import { doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { failIfLocked } from '../fail-if-locked.ts'
import { counted } from '../format-text.ts'

export function publishCommand({ output, run, exportWorker }: CommandContext): Command {
  return new Command('publish')
    .description('publish the data now, as the server does once a month')
    .option('--json', 'print one JSON document')
    .notes(`
Everything up to now, in a new series. Up to DATA_KEEP series are kept, except those that may
contain plays of players who have opted out since. Interrupting this command does not change the
published data.`)
    .action(() =>
      run(async (store, { dataDir, publishedData }) => {
        const deps = {
          ...store,
          storage: await store.openStorage(),
          dataDir,
          exportSeries: exportIn({ worker: exportWorker, address: store.address }),
          now: Date.now,
          random: randomBytes,
        }
        const { keep } = publishedData
        const { signal } = output
        let step = 'Starting'
        const onProgress: PublishOptions['onProgress'] = (progress) => {
          step = progress.what
          output.progress(progress)
        }
        const publishing = () =>
          publish(deps, { keep, signal, onProgress }).catch((error: unknown) => {
            if (signal.aborted) output.printStderr(`Interrupted (${step}). The published data is unchanged.`)
            throw error
          })
        const recorded = doRecorded(store, 'Data published', publishing, ({ id }) => ({ series: id }))
        const series = await failIfLocked('Another process is publishing the data', recorded)
        return {
          document: series,
          text: `Series ${series.id} is published: ${counted(series.files.length, 'file')}.`,
        }
      }),
    )
}
