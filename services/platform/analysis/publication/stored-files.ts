import type { Database } from '../../database/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { keysOf, readOffered, storagePrefix } from './offered-series.ts'

/** What lies in the storage of published data, by key, in bytes. */
export async function storedSizes(storage: Pick<Storage, 'list'>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of storage.list(storagePrefix)) sizes.set(key, size)
  return sizes
}

/** Deletes the files that no series names which is offered. For who holds the lock of publications: the files of one under way are not named yet. */
export async function sweepFiles(
  { database, storage }: { database: Pick<Database, 'pool'>; storage: Pick<Storage, 'list' | 'delete'> },
  signal: AbortSignal,
): Promise<void> {
  const offered = keysOf((await readOffered(database.pool)).map(({ series }) => series))
  for (const key of (await storedSizes(storage)).keys()) {
    signal.throwIfAborted()
    if (!offered.has(key)) await storage.delete(key)
  }
}
