import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { MediaFile } from './read-pack/pack-part.ts'

/** Stores files that are not stored yet. Names are content hashes, so existing files are skipped. */
export async function storeMedia(storage: Storage, files: readonly MediaFile[]): Promise<void> {
  const keys = new Map(files.map((file) => [mediaKey(file.sha256, file.ending), file]))
  await Promise.all(
    [...keys].map(async ([key, { bytes }]) => {
      if (!(await storage.head(key)))
        await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    }),
  )
}
