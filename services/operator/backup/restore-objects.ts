import { Readable } from 'node:stream'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { FileStore } from './files/file-store.ts'
import type { StoredObject } from './manifest.ts'

const atOnce = 4

interface ObjectRestoreOptions {
  readonly storage: Storage
  readonly files: FileStore
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Stores the files that the storage does not have yet with their size. Returns how many it stored. */
export async function restoreObjects(
  objects: readonly StoredObject[],
  { storage, files, onProgress, signal }: ObjectRestoreOptions,
): Promise<number> {
  const there = new Map<string, number>()
  for await (const { key, size } of storage.list('')) there.set(key, size)
  const missing = objects.filter(({ key, size }) => there.get(key) !== size)
  await mapAtOnce(missing, { atOnce, signal, onProgress }, ({ key, file, size }) =>
    storage.put(key, { stream: Readable.from(files.read(file)), size }),
  )
  return missing.length
}
