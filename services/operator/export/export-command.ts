import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { fileFormat, month, type Series } from '@stepledger/contracts/analysis/series.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { exportWhenAsked } from '../../platform/analysis/export/export-when-asked.ts'
import { NothingFoldedError } from '../../platform/analysis/export/nothing-folded-error.ts'
import { count } from '../aligned.ts'
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

export function exportCommand({ output, run }: CommandContext): Command {
  return new Command('export')
    .description('write the history of all plays into files for analysts, without a person in it')
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
series.json there lists the files. What the columns mean, and what is left out so that nobody is found in them, is written
by docs/analysis.md and docs/anonymity.md.`,
    )
    .action(async (options: Options) => {
      const { from = null, to = null } = options
      if (from !== null && to !== null && from > to) throw new UsageError('--from is after --to')
      const format = fileFormat.parse(options.format)
      const folder = resolve(options.out)
      await run(async ({ database, ledger }) => {
        const known = await openExportFolder(folder, format)
        if (
          known?.months.some((one) => (from !== null && one.month < from) || (to !== null && one.month > to))
        )
          throw new UnableError(`${folder} holds other months: take another folder`)
        const made = await exportWhenAsked(
          { database, ledger, now: Date.now, random: randomBytes },
          {
            id: new Date().toISOString(),
            folder,
            prefix: '',
            format,
            from,
            to,
            known,
            save: (series) => saveSeries(folder, series),
            onProgress: output.progress,
            signal: output.signal,
          },
        ).catch((error: unknown) => {
          throw error instanceof NothingFoldedError ? new UnableError(error.message) : error
        })
        if (known) await removeOldFiles(folder, known, made)
        output.progress(null)
        await output.print(...(options.json ? [jsonDocument(made)] : report(made, folder)))
        return exitCodes.fine
      })
    })
}

function report({ months, files }: Series, folder: string): string[] {
  const plays = months.reduce((sum, month) => sum + month.plays, 0)
  const published = months.reduce((sum, month) => sum + month.published, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `${count(files.length)} files, ${count(bytes)} bytes, in ${folder}`,
    `${count(published)} of ${count(plays)} plays are published one by one; too few others look like the rest.`,
  ]
}

function monthArgument(text: string): string {
  const parsed = month.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError('It must be a month such as 2026-11.')
  return parsed.data
}
