import { statfs } from 'node:fs/promises'

/** Messages of initdb, Postgres and Node when the disk or a quota is full. */
const fullDiskMessages = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/

/** With less free space, Postgres may not even have been able to log the cause, bytes. */
const minLogBytes = 65_536

/** Returns the error, or a FullDiskError if a full disk is the cause. */
export async function nameFullDisk(dataDir: string, error: unknown): Promise<unknown> {
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  if (!(error instanceof Error) || error instanceof FullDiskError) return error
  if (!isFullDiskMessage(error) && (free === null || free > minLogBytes)) return error
  const left = free === null ? 'free space unknown' : `${free} bytes free`
  return new FullDiskError(
    `The disk of DATA_DIR is full: ${dataDir} (${left}; a first start needs 50 MB): ${error.message}`,
    { cause: error },
  )
}

class FullDiskError extends Error {
  override readonly name = 'FullDiskError'
}

function isFullDiskMessage(error: unknown): boolean {
  return error instanceof Error && (fullDiskMessages.test(error.message) || isFullDiskMessage(error.cause))
}
