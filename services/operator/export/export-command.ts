import { resolve } from 'node:path'
import { minCounted, quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import { fileFormat, month, type Series } from '@stepledger/contracts/analysis/series.ts'
import { Option } from 'commander'
import { exportIn } from '../../analysis/export/export-process.ts'
import { openWorkFolder } from '../../analysis/export/work-folder.ts'
import { argumentOf } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailedError, UsageError } from '../exit-codes.ts'
import { count, counted } from '../format-text.ts'
import { openExportFolder, removeOldFiles, saveSeries } from './export-folder.ts'

interface Options {
  readonly out: string
  readonly from?: string
  readonly to?: string
  readonly format: string
}

const monthArgument = argumentOf(month, 'It must be a month such as 2026-11.')

export function exportCommand({ output, run, exportWorker }: CommandContext): Command {
  return new Command('export')
    .description('export completed months of the history for analysis: counts and means with noise')
    .requiredOption('--out <folder>', 'target folder; created if it does not exist')
    .option('--from <month>', 'the first month, such as 2026-01', monthArgument)
    .option('--to <month>', 'the last month', monthArgument)
    .addOption(new Option('--format <format>', 'of the files').choices(fileFormat.options).default('parquet'))
    .option('--json', 'print the list of files as one JSON document')
    .notes(`
Works with a running server, on a snapshot of the live generation. A folder of an earlier export is
updated: unchanged months are kept, and an interrupted export resumes with the month it was at.
series.json lists the files. The folder contains only publishable data; temporary tables with player
ids are kept below DATA_DIR until the export ends. docs/analysis.md describes the columns,
docs/anonymity.md the privacy guarantees. In CSV, text that a spreadsheet would interpret as a
formula is prefixed with an apostrophe.`)
    .action(async (options: Options) => {
      const { from = null, to = null } = options
      if (from !== null && to !== null && from > to) throw new UsageError('--from is after --to')
      const format = fileFormat.parse(options.format)
      const folder = resolve(options.out)
      await run(async ({ database, ledger, address, sweepExports }, { dataDir }) => {
        await sweepExports()
        const known = await openExportFolder(folder, format)
        if (
          known?.months.some((one) => (from !== null && one.month < from) || (to !== null && one.month > to))
        )
          throw new CommandFailedError(`${folder} holds other months: take another folder`)
        const work = await openWorkFolder(dataDir)
        let step = 'Starting'
        const made = await exportIn({ worker: exportWorker, address })(
          { database, ledger, now: Date.now },
          {
            id: new Date().toISOString(),
            folder,
            work: work.path,
            prefix: '',
            format,
            from,
            to,
            known,
            save: (series) => saveSeries(folder, series),
            onProgress(progress) {
              step = progress.what
              output.progress(progress)
            },
            signal: output.signal,
          },
        )
          .catch((error: unknown) => {
            if (output.signal.aborted)
              output.printStderr(
                `Interrupted (${step}). Complete months are kept in ${folder}: run the same command again to resume.`,
              )
            throw error
          })
          .finally(() => work.remove())
        if (known) await removeOldFiles(folder, known, made)
        return { document: made, text: report(made, folder) }
      })
    })
}

function report({ months, files }: Series, folder: string): string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `${count(files.length)} files, ${count(bytes)} bytes, in ${folder}`,
    months.length === 0
      ? `No month is over yet: plays are exported ${quietDays} days after the end of their month.`
      : `${counted(months.length, 'month')}, up to ${months.at(-1)?.month}. Each row stands for about ${minCounted} players or more.`,
  ]
}
