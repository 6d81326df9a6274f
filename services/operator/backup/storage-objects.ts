import { Readable } from 'node:stream'
import { linkPictures } from '@stepledger/contracts/storage/link-picture-key.ts'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { ListedFile, Storage } from '../../platform/storage/storage.ts'
import type { ProgressOutput } from '../output.ts'
import type { FileStore } from './files/file-store.ts'
import type { Journal } from './files/journal.ts'
import type { StoredObject } from './manifest.ts'

/** Files copied at once: a bucket answers slowly, and each file is flushed. */
const atOnce = 8
const restoredAtOnce = 4

/** Lists the files to back up. Link previews are a cache: they are rendered again. */
export async function listObjects(storage: Storage): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const file of storage.list('')) if (!file.key.startsWith(linkPictures)) listed.push(file)
  return listed
}

interface ObjectCopy {
  readonly storage: Storage
  readonly files: FileStore
  /** By key: objects of the last backup or of an interrupted one. New ones are added. */
  readonly known: Map<string, StoredObject>
  readonly journal: Journal
  readonly output: ProgressOutput
}

/** Copies the listed files that are new or changed. Returns all of them; files that were deleted meanwhile are left out. */
export async function copyObjects(listed: readonly ListedFile[], copy: ObjectCopy): Promise<StoredObject[]> {
  const { progress, signal } = copy.output
  const onProgress = (done: number) =>
    progress({ what: 'Copying the storage', done, of: listed.length, unit: 'files' })
  const copied = await mapAtOnce(listed, { atOnce, signal, onProgress }, (file) => copyObject(file, copy))
  return copied.filter((object) => object !== null)
}

async function copyObject(
  { key, size, modifiedAt }: ListedFile,
  { storage, files, known, journal }: ObjectCopy,
): Promise<StoredObject | null> {
  const same = known.get(key)
  if (same && same.size === size && same.modifiedAt === modifiedAt.getTime()) return same
  const found = await storage.get(key)
  if (!found) return null
  const file = await files.put(found.stream)
  // Of the file that was read: it may have been replaced since it was listed.
  const object = { key, size: found.size, modifiedAt: found.modifiedAt.getTime(), file }
  known.set(key, object)
  await journal.add({ object })
  return object
}

/** Stores the files that the storage does not have yet with their size. Returns how many it stored. */
export async function restoreObjects(
  objects: readonly StoredObject[],
  storage: Storage,
  files: FileStore,
  { progress, signal }: ProgressOutput,
): Promise<number> {
  const onProgress = (done: number) =>
    progress({ what: 'Restoring the storage', done, of: objects.length, unit: 'files' })
  const there = new Map<string, number>()
  for await (const { key, size } of storage.list('')) there.set(key, size)
  const missing = objects.filter(({ key, size }) => there.get(key) !== size)
  await mapAtOnce(missing, { atOnce: restoredAtOnce, signal, onProgress }, ({ key, file, size }) =>
    storage.put(key, { stream: Readable.from(files.read(file)), size }),
  )
  return missing.length
}
