import type { Series, SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readPublishedSeries, storageKeyOf, storageKeysOf, storagePrefix } from './published-series.ts'

/** A file that the storage lacks (`found` is null) or has with another size. */
interface NotAsWritten extends Pick<SeriesFile, 'path' | 'bytes'> {
  readonly found: number | null
}

/** Returns the files of a series that the storage lacks or has with another size. */
export async function notAsWritten(
  storage: Pick<Storage, 'list'>,
  { files }: Series,
): Promise<NotAsWritten[]> {
  const sizes = await storedSizes(storage)
  return files
    .map(({ path, bytes }) => ({ path, bytes, found: sizes.get(storageKeyOf(path)) ?? null }))
    .filter(({ bytes, found }) => bytes !== found)
}

/** Returns the sizes of all stored files of published data by key, bytes. */
async function storedSizes(storage: Pick<Storage, 'list'>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of storage.list(storagePrefix)) sizes.set(key, size)
  return sizes
}

/**
 * Deletes files that no published series names. The caller must hold the publication lock, because the files of a
 * running publication are not named yet.
 */
export async function sweepFiles(
  { database, storage }: { database: Pick<Database, 'pool'>; storage: Pick<Storage, 'list' | 'delete'> },
  signal: AbortSignal,
): Promise<void> {
  const published = storageKeysOf((await readPublishedSeries(database.pool)).map(({ series }) => series))
  for (const key of (await storedSizes(storage)).keys()) {
    signal.throwIfAborted()
    if (!published.has(key)) await storage.delete(key)
  }
}
