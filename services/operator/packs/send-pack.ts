import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { choosePackFiles, noChartFiles, type PackFile } from '@stepledger/contracts/packs/pack-files.ts'
import { maxPackEntries, maxZipBytes, packName } from '@stepledger/contracts/packs/pack-limits.ts'
import { tooManyFiles, zipTooLarge } from '@stepledger/contracts/packs/pack-problems.ts'
import { uploadKey } from '@stepledger/contracts/storage/pack-upload-key.ts'
import yazl from 'yazl'
import { addUpload } from '../../catalogue/uploads/uploads.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

export interface SentPack {
  readonly uploadId: string
  readonly name: string
}

/** Uploads a pack, a folder or a zip, for processing. Throws CommandFailedError. */
export async function sendPack(
  store: Pick<Store, 'database' | 'push'> & { readonly storage: Storage },
  given: string,
  now: number,
): Promise<SentPack> {
  const place = resolve(given)
  const found = await stat(given)
  const named = packName.safeParse(basename(place).replace(/\.zip$/i, ''))
  if (!named.success) throw new CommandFailedError(`${given}: ${named.error.issues[0]?.message}`)
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pack-'))
  try {
    let zip = place
    if (found.isDirectory()) {
      zip = join(folder, 'pack.zip')
      await zipFolder(place, zip)
    } else if (!/\.zip$/i.test(place))
      throw new CommandFailedError(`${given}: is neither a folder nor a .zip`)
    const { size } = await stat(zip)
    if (size > maxZipBytes) throw new CommandFailedError(`${given}: ${zipTooLarge(size)}`)
    const uploadId = randomUUID()
    await store.storage.put(uploadKey(uploadId), { stream: createReadStream(zip), size })
    await addUpload(store, {
      id: uploadId,
      uploader: null,
      name: named.data,
      size,
      state: 'waiting',
      createdAt: now,
      until: now,
    })
    return { uploadId, name: named.data }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file of a pack folder. `path`: within the pack, starting with its name. `place`: path on disk. */
interface FolderFile extends PackFile {
  readonly place: string
}

/** Zips the files of a pack folder that belong to a pack, like the upload page, into a new file. Throws CommandFailedError. */
export async function zipFolder(folder: string, zip: string): Promise<void> {
  const chosen = choosePackFiles(await filesIn(folder))
  if (chosen.songs.length === 0) throw new CommandFailedError(`${folder}: ${noChartFiles}`)
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
  if (entries.length > maxPackEntries) throw new CommandFailedError(tooManyFiles(folder, entries.length))
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const path = [basename(folder), ...relative(folder, place).split(sep)].join('/')
    found.push({ place, path, size: (await stat(place)).size })
  }
  return found
}
