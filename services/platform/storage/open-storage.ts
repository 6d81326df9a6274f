import { join } from 'node:path'
import { folderStorage } from './folder-storage.ts'
import { readS3Address } from './s3-address.ts'
import type { Storage } from './storage.ts'

export interface StorageOptions {
  /** `s3://bucket?endpoint=…`; null keeps files under `dataDir`. */
  readonly url: string | null
  readonly dataDir: string
  /** Origin under which players reach us, without a slash at the end. */
  readonly publicUrl: () => string
  /** Where the AWS variables are. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
}

/** The storage that the configuration names. Throws with one line when it cannot be that. */
export async function openStorage({ url, dataDir, publicUrl, env, now }: StorageOptions): Promise<Storage> {
  if (url === null) return folderStorage({ folder: join(dataDir, 'storage'), publicUrl, now })
  const address = readS3Address(url, env)
  // A large library that most runs never need.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage({ ...address, now })
}
