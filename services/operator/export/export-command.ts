import { resolve } from 'node:path'
import { fewestCounted, quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import { fileFormat, month, type Series } from '@stepledger/contracts/analysis/series.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { exportIn } from '../../analysis/export/export-process.ts'
import { NothingFoldedError } from '../../analysis/export/nothing-folded-error.ts'
import { openWorkFolder } from '../../analysis/export/work-folder.ts'
import { count, counted } from '../aligned.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UnableError, UsageError } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { openExportFolder, removeOldFiles, saveSeries } from './export-folder.ts'

interface Options {
  readonly out: string
  readonly from?: string
  readonly to?: string
  readonly format: string
  readonly json?: true
}

export function exportCommand({ output, run, exportWorker }: CommandContext): Command {
  return new Command('export')
    .description(
      'write the history of the months that are over into files for analysts: counts and means with noise',
    )
    .requiredOption('--out <folder>', 'where to; it is made if it is not there')
    .option('--from <month>', 'the first month, such as 2026-01', monthArgument)
    .option('--to <month>', 'the last month', monthArgument)
    .addOption(new Option('--format <format>', 'of the files').choices(fileFormat.options).default('parquet'))
    .option('--json', 'print the list of files as one JSON document')
    .addHelpText(
      'after',
      `
Works beside a running server, on what is shown at the moment. A folder that was exported to before is brought up to
date: months that did not change stay as they are, and an export that was cut off goes on with the month it was at.
series.json there lists the files. The folder holds only what may be published; temporary tables with ids of players are kept
below DATA_DIR until the export ends. docs/analysis.md says what the columns mean, docs/anonymity.md what can be learned of a
player from them. In CSV, a text that a spreadsheet would take for a formula has an apostrophe before it.`,
    )
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
          throw new UnableError(`${folder} holds other months: take another folder`)
        const work = await openWorkFolder(dataDir)
        let doing = 'Starting'
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
              doing = progress.what
              output.progress(progress)
            },
            signal: output.signal,
          },
        )
          .catch((error: unknown) => {
            if (output.signal.aborted)
              output.say(
                `Interrupted (${doing}). Months that are whole stay in ${folder}: the same command goes on with the others.`,
              )
            throw error instanceof NothingFoldedError ? new UnableError(error.message) : error
          })
          .finally(() => work.remove())
        if (known) await removeOldFiles(folder, known, made)
        output.progress(null)
        await output.print(...(options.json ? [jsonDocument(made)] : report(made, folder)))
        return exitCodes.fine
      })
    })
}

function report({ months, files }: Series, folder: string): string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `${count(files.length)} files, ${count(bytes)} bytes, in ${folder}`,
    months.length === 0
      ? `No month is over yet: plays are exported ${quietDays} days after the end of their month.`
      : `${counted(months.length, 'month')}, up to ${months.at(-1)?.month}. Each row stands for about ${fewestCounted} players or more.`,
  ]
}

function monthArgument(text: string): string {
  const parsed = month.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError('It must be a month such as 2026-11.')
  return parsed.data
}
