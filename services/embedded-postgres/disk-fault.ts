import { statfs } from 'node:fs/promises'
import { z } from 'zod'

const systemError = z.object({ code: z.string(), path: z.string() })

/** Messages of initdb, Postgres and Node when the disk or a quota is full. */
const fullMessages = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/
/** Their messages when the disk fails, was unmounted or became read-only. */
const failedMessages =
  /Input\/output error|Read-only file system|Stale file handle|\b(EIO|EROFS|ENODEV|ENXIO|ESTALE)\b/
/** Their messages when a folder is missing. */
const goneMessages = /ENOENT|No such file or directory/

/** Why DATA_DIR cannot be used, by the code of Node's error. */
const unusable: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Start as the user that owns it, or set DATA_DIR to another folder',
  EPERM: 'not permitted. Start as the user that owns it, or set DATA_DIR to another folder',
  EEXIST: 'this is a file, not a folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
}

/** With less free space, Postgres may not even have been able to log the cause, bytes. */
const minLogBytes = 65_536

/** Returns the error, or a DiskFaultError if the cause is a folder that cannot be used, or a disk that is full or lost. */
export async function nameDiskFault(dataDir: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof DiskFaultError) return error
  const { code, path } = systemError.catch({ code: '', path: '' }).parse(error)
  const reason = unusable[code]
  if (reason !== undefined && path.startsWith(dataDir))
    return new DiskFaultError(`DATA_DIR cannot be used: ${path}: ${reason}`, { cause: error })
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  if (hasMessage(error, failedMessages) || (free === null && hasMessage(error, goneMessages)))
    return new DiskFaultError(
      `DATA_DIR is gone or its disk fails: ${dataDir} (${error.message}). Check that its disk is mounted and works, then start the server again. If the data is lost, \`ledger load\` a dump before that: a start on an empty folder begins an empty system`,
      { cause: error },
    )
  if (!hasMessage(error, fullMessages) && (free === null || free > minLogBytes)) return error
  const left = free === null ? 'free space unknown' : `${free} bytes free`
  return new DiskFaultError(
    `The disk of DATA_DIR is full: ${dataDir} (${left}; a first start needs 50 MB): ${error.message}`,
    { cause: error },
  )
}

class DiskFaultError extends Error {
  override readonly name = 'DiskFaultError'
}

function hasMessage(error: unknown, messages: RegExp): boolean {
  return error instanceof Error && (messages.test(error.message) || hasMessage(error.cause, messages))
}
