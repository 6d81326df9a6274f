import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { MediaFile } from './read-pack/pack-part.ts'

/** Keeps files that are not kept yet: those of one name hold the same. */
export async function keepMedia(storage: Storage, files: readonly MediaFile[]): Promise<void> {
  const keys = new Map(files.map((file) => [mediaKey(file.sha256, file.ending), file]))
  await Promise.all(
    [...keys].map(async ([key, { bytes }]) => {
      if (!(await storage.head(key)))
        await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    }),
  )
}
