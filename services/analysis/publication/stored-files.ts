import type { Series, SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { keysOf, readOffered, storageKeyOf, storagePrefix } from './offered-series.ts'

/** A file of which the storage has nothing (`found` is null), or other bytes than were written. */
export interface NotAsWritten extends Pick<SeriesFile, 'path' | 'bytes'> {
  readonly found: number | null
}

/** The files of a series that do not lie in the storage as they were written, by their size. */
export async function notAsWritten(
  storage: Pick<Storage, 'list'>,
  { files }: Series,
): Promise<NotAsWritten[]> {
  const sizes = await storedSizes(storage)
  return files
    .map(({ path, bytes }) => ({ path, bytes, found: sizes.get(storageKeyOf(path)) ?? null }))
    .filter(({ bytes, found }) => bytes !== found)
}

/** What lies in the storage of published data, by key, in bytes. */
async function storedSizes(storage: Pick<Storage, 'list'>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of storage.list(storagePrefix)) sizes.set(key, size)
  return sizes
}

/**
 * Deletes the files that no series names which is offered. For who holds the lock of publications: the files of one
 * under way are not named yet.
 */
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
