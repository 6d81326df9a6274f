import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { folderStorage } from './folder-storage.ts'
import { readS3Address } from './s3-address.ts'
import type { Storage } from './storage.ts'

interface StorageOptions {
  /** `s3://bucket?endpoint=…`; null stores files under `dataDir`. */
  readonly url: string | null
  readonly dataDir: string
  /** Public origin of this server, without a trailing slash. */
  readonly publicUrl: () => string
  /** Environment with the AWS variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  /** Is warned if S3 is unavailable at the start. Without it that is an error. */
  readonly log?: Log
}

/** Opens the configured storage. Throws a one-line error if the configuration is invalid, StorageUnavailableError. */
export async function openStorage({
  url,
  dataDir,
  publicUrl,
  env,
  now,
  log,
}: StorageOptions): Promise<Storage> {
  if (url === null) return folderStorage({ folder: join(dataDir, 'storage'), publicUrl, now })
  const address = readS3Address(url, env)
  // The SDK warns about Node versions that a later SDK will not support; ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  // Loaded lazily: a large library that most deployments do not need.
  const { s3Storage } = await import('./s3-storage.ts')
  const onAway = (reason: string) =>
    log?.warn(`STORAGE_URL: ${reason}. Files are not stored or shown until this changes`)
  return s3Storage({ ...address, now, ...(log && { onAway }) })
}

/** Opens the storage of a configuration, for processes other than the server. Throws like `openStorage`. */
export function storageOf(
  { storageUrl: url, dataDir, publicUrl }: Pick<Config, 'storageUrl' | 'dataDir' | 'publicUrl'>,
  now: () => number = Date.now,
): Promise<Storage> {
  return openStorage({ url, dataDir, publicUrl: () => publicUrl, env: process.env, now })
}
