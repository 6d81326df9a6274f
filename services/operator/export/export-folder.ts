import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileFormat, type Series, series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { draftEnding } from '../../analysis/export/draft-ending.ts'
import { UnableError } from '../exit-codes.ts'

const listed = 'series.json'

/**
 * Makes the folder, if it is not there. Gives what an earlier export has left in it, whole or cut off; null for
 * nothing. Throws UnableError.
 */
export async function openExportFolder(folder: string, format: FileFormat): Promise<Series | null> {
  await mkdir(folder, { recursive: true })
  await sweepExportFolder(folder)
  const text = await readFile(join(folder, listed), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const known = series.safeParse(parsed(text))
  if (!known.success)
    throw new UnableError(`${join(folder, listed)} is no list of an export: take another folder`)
  if (known.data.format !== format)
    throw new UnableError(`${folder} holds an export as ${known.data.format}: take another folder`)
  return withoutLostFiles(folder, known.data)
}

/** Writes the list of what is in the folder; it is there whole or as it was. */
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

/** Removes the files of an earlier export that are no part of this one. */
export async function removeOldFiles(folder: string, known: Series, made: Series): Promise<void> {
  const kept = new Set(made.files.map(({ path }) => path))
  for (const { path } of known.files) if (!kept.has(path)) await rm(join(folder, path), { force: true })
}

/** Temporary tables of releases before this one, with ids of players. */
const formerWork = /^\.export-[A-Za-z0-9]{6}$/

/** Removes what an export that was killed has left: drafts of its files, and temporary tables of earlier releases. */
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

/** Without the months of which a file is missing or has another size. */
async function withoutLostFiles(folder: string, known: Series): Promise<Series> {
  const lost = new Set<string | null>()
  for (const { path, bytes, month } of known.files) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (found?.size !== bytes) lost.add(month)
  }
  return { ...known, months: known.months.filter(({ month }) => !lost.has(month)) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
