import type { Config } from '../platform/config/config.ts'

/** Whether other settings are those of a distributed system, whose files are usually in a bucket. */
export function lacksStorage({ storageUrl, ledgerUrl, redisUrl }: Config): boolean {
  return storageUrl === null && (ledgerUrl !== null || redisUrl !== null)
}
