import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promise } from '@stepledger/contracts/analysis/promise.ts'
import { fileFormat, type Series, series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { Option } from 'commander'
import { explainFailure } from '../analysis/export/export-failed-error.ts'
import { exportIn } from '../analysis/export/export-process.ts'
import { inWorkFolder, sweepWorkFolders } from '../analysis/export/work-folder.ts'
import { Command, type CommandContext } from './command.ts'
import { CommandFailedError } from './exit-codes.ts'
import { count } from './format-text.ts'

interface Options {
  readonly out: string
  readonly format: string
}

export function exportCommand({ output, run, exportWorker }: CommandContext): Command {
  return new Command('export')
    .description('export the history for analysis: one row for each play, without names')
    .requiredOption('--out <folder>', 'target folder; created if it does not exist')
    .addOption(new Option('--format <format>', 'of the files').choices(fileFormat.options).default('parquet'))
    .option('--json', 'print the list of files as one JSON document')
    .notes(`
Works with a running server, on a snapshot of the live generation. The folder of an earlier export
is replaced; an interrupted export changes nothing in it. README.md describes the columns,
series.json lists the files. Players who opted out are left out, and the numbers of players are
drawn anew in each export. In CSV, text that a spreadsheet would interpret as a formula is prefixed
with an apostrophe.`)
    .action(async (options: Options) => {
      const out = resolve(options.out)
      const formats = [fileFormat.parse(options.format)]
      await run(async ({ database, ledger, address }, { dataDir, publishedData }) => {
        await mkdir(out, { recursive: true })
        const before = await readList(out)
        await sweepWorkFolders(dataDir)
        let step = 'Starting'
        const made = await inWorkFolder(dataDir, async (folder) => {
          const made = await exportIn({ worker: exportWorker, address })(
            { database, ledger, now: Date.now },
            {
              id: new Date().toISOString(),
              folder,
              prefix: 'files/',
              formats,
              onProgress(progress) {
                step = progress.what
                output.progress(progress)
              },
              signal: output.signal,
            },
          )
          return moveFiles(made, {
            folder,
            out,
            before,
            licence: publishedData.licence,
            signal: output.signal,
          })
        }).catch((error: unknown) => {
          if (output.signal.aborted) output.printStderr(`Interrupted (${step}). ${out} is unchanged.`)
          throw error
        })
        const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0)
        return {
          document: made,
          text: `${count(made.files.length)} files, ${count(bytes)} bytes, in ${out}. README.md describes them.`,
        }
      })
    })
}

const list = 'series.json'
const readme = 'README.md'
/** Ending of a file until it is complete. */
const draftEnding = '.part'

/** Returns the list of an earlier export in the folder, or null. Removes what a killed one left. Throws CommandFailedError. */
async function readList(out: string): Promise<Series | null> {
  const names = await readdir(out)
  for (const name of names) if (name.endsWith(draftEnding)) await rm(join(out, name))
  if (!names.includes(list)) return null
  const known = series.safeParse(parseJson(await readFile(join(out, list), 'utf8')))
  if (!known.success)
    throw new CommandFailedError(`${join(out, list)} is no list of an export: take another folder`)
  return known.data
}

interface Moving {
  readonly folder: string
  readonly out: string
  readonly before: Series | null
  readonly licence: string | null
  readonly signal: AbortSignal
}

/** Replaces the files of an earlier export. The list is removed first and written last, so it is never wrong. */
async function moveFiles(made: Series, { folder, out, before, licence, signal }: Moving): Promise<Series> {
  const files = made.files.map((file) => ({ ...file, path: basename(file.path) }))
  const moved = { ...made, files }
  // Drafts of all files first: a full disk changes nothing.
  const texts = { [readme]: readmeOf(moved, licence), [list]: `${JSON.stringify(moved, null, 2)}\n` }
  const names = [...files.map(({ path }) => path), ...Object.keys(texts)]
  const draftOf = (name: string) => join(out, name + draftEnding)
  try {
    for (const { path } of made.files) await copyFile(join(folder, path), draftOf(basename(path)))
    for (const [name, text] of Object.entries(texts)) await writeFile(draftOf(name), text)
  } catch (error) {
    for (const name of names) await rm(draftOf(name), { force: true })
    throw await explainFailure(error, { doing: 'Copying the files', folder: out, signal })
  }
  await rm(join(out, list), { force: true })
  for (const { path } of before?.files ?? []) await rm(join(out, path), { force: true })
  for (const name of names) await rename(draftOf(name), join(out, name))
  return moved
}

/** The README of an exported folder: licence, how to open the files, dictionary. Markdown. */
function readmeOf({ madeAt, rules, files }: Series, licence: string | null): string {
  const [example = { path: '' }] = files
  const tables = analysisTables.map(({ name, rowsOf, columns }) => {
    const file = files.find(({ table }) => table === name)
    const rows = columns.map(({ name, type, meaning, nullable }) => {
      const missing = nullable === null ? '' : `; missing: ${nullable}`
      return `| \`${name}\` | ${type} | ${meaning}${missing} |`
    })
    return [
      `### ${name}`,
      `\`${file?.path}\`, ${file?.rows} rows. A row is: ${rowsOf}.`,
      ['| column | type | meaning |', '|---|---|---|', ...rows].join('\n'),
    ].join('\n\n')
  })
  return `${[
    '# Plays of a Stepledger site',
    `Everything up to ${madeAt}, scored by "${rules}".`,
    ...promise,
    '## Licence',
    licence ?? 'No licence is set: ask the operator of the site before you publish results.',
    '## How to open it',
    `With [DuckDB](https://duckdb.org), in this folder: \`SELECT * FROM '${example.path}' LIMIT 10\`. Parquet files also open in pandas, Polars and R, CSV files in any spreadsheet. \`series.json\` lists the files with their SHA-256.`,
    '## Tables',
    ...tables,
  ].join('\n\n')}\n`
}
