import { createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { choosePackFiles, noChartFiles, type PackFile } from '@stepledger/contracts/packs/pack-files.ts'
import { maxPackEntries } from '@stepledger/contracts/packs/pack-limits.ts'
import { tooManyFiles } from '@stepledger/contracts/packs/pack-problems.ts'
import yazl from 'yazl'
import { RefusedError } from '../actions/action-server.ts'

/** A file of a pack folder. `path`: within the pack, starting with its name. `place`: path on disk. */
interface FolderFile extends PackFile {
  readonly place: string
}

/** Zips the files of a pack folder that belong to a pack, like the upload page, into a new file. Throws RefusedError. */
export async function zipFolder(folder: string, zip: string): Promise<void> {
  const chosen = choosePackFiles(await filesIn(folder))
  if (chosen.songs.length === 0) throw new RefusedError(`${folder}: ${noChartFiles}`)
  const writer = new yazl.ZipFile()
  const writing = pipeline(writer.outputStream, createWriteStream(zip, { flags: 'wx' }))
  // An unreadable file fails the pipeline.
  writer.on('error', (error: Error) => writer.outputStream.emit('error', error))
  for (const { place, path } of chosen.files) writer.addFile(place, path)
  writer.end()
  await writing
}

async function filesIn(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  if (entries.length > maxPackEntries) throw new RefusedError(tooManyFiles(folder, entries.length))
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const path = [basename(folder), ...relative(folder, place).split(sep)].join('/')
    found.push({ place, path, size: (await stat(place)).size })
  }
  return found
}
