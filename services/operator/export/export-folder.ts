import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileFormat, type Series, series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { draftEnding } from '../../analysis/export/work-folder.ts'
import { CommandFailedError } from '../exit-codes.ts'

const listed = 'series.json'

/**
 * Creates the folder if needed. Returns the series of an earlier export in it, complete or interrupted, or null. Throws
 * CommandFailedError.
 */
export async function openExportFolder(folder: string, format: FileFormat): Promise<Series | null> {
  await mkdir(folder, { recursive: true })
  await sweepExportFolder(folder)
  const text = await readFile(join(folder, listed), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const known = series.safeParse(parseJson(text))
  if (!known.success)
    throw new CommandFailedError(`${join(folder, listed)} is no list of an export: take another folder`)
  if (known.data.format !== format)
    throw new CommandFailedError(`${folder} holds an export as ${known.data.format}: take another folder`)
  return withoutLostFiles(folder, known.data)
}

/** Writes the list of files atomically. */
export async function saveSeries(folder: string, made: Series): Promise<void> {
  const file = join(folder, listed)
  const draft = file + draftEnding
  try {
    await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Removes files of an earlier export that are not part of this one. */
export async function removeOldFiles(folder: string, known: Series, made: Series): Promise<void> {
  const kept = new Set(made.files.map(({ path }) => path))
  for (const { path } of known.files) if (!kept.has(path)) await rm(join(folder, path), { force: true })
}

/** Temporary tables of earlier releases, with player ids. */
const formerWork = /^\.export-[A-Za-z0-9]{6}$/

/** Removes leftovers of killed exports: drafts of files, and temporary tables of earlier releases. */
async function sweepExportFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (formerWork.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  await rm(join(folder, listed + draftEnding), { force: true })
  for (const { name, monthly } of analysisTables) {
    const [place, prefix] = monthly ? [join(folder, name), 'month='] : [folder, `${name}.`]
    for (const file of await readdir(place).catch(() => []))
      if (file.startsWith(prefix) && file.endsWith(draftEnding)) await rm(join(place, file), { force: true })
  }
}

/** Removes months with a missing file, or a file of a different size. */
async function withoutLostFiles(folder: string, known: Series): Promise<Series> {
  const lost = new Set<string | null>()
  for (const { path, bytes, month } of known.files) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (found?.size !== bytes) lost.add(month)
  }
  return { ...known, months: known.months.filter(({ month }) => !lost.has(month)) }
}
