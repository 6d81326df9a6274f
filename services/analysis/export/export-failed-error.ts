import { statfs } from 'node:fs/promises'

/** Thrown when an export fails. The message has one line with step, reason and folder. */
export class ExportFailedError extends Error {
  override readonly name = 'ExportFailedError'
}

interface FailureContext {
  /** The current step, such as `Copying the plays out of the database`. */
  readonly doing: string
  readonly folders: readonly string[]
  readonly signal: AbortSignal
}

/** Messages of Node, DuckDB and Postgres for a full disk. */
const diskFull =
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|EFBIG|File too large|max_temp_directory_size/

/** Returns the error to throw: the reason of an aborted signal, or ExportFailedError with step, reason and folder. */
export async function explainFailure(
  error: unknown,
  { doing, folders, signal }: FailureContext,
): Promise<unknown> {
  if (signal.aborted) return signal.reason
  if (error instanceof NothingFoldedError || error instanceof ExportFailedError) return error
  const reason = reasonOf(error)
  const where = diskFull.test(reason) ? `the disk is full: ${await freeSpaceOf(folders)}` : reason
  return new ExportFailedError(`${doing} failed: ${where}`, { cause: error })
}

async function freeSpaceOf(folders: readonly string[]): Promise<string> {
  const spaces = await Promise.all(
    folders.map(async (folder) => {
      const space = await statfs(folder).catch(() => null)
      return { folder, free: space ? space.bavail * space.bsize : Number.POSITIVE_INFINITY }
    }),
  )
  const [fullest] = spaces.sort((a, b) => a.free - b.free)
  if (!fullest) return 'no folder is known'
  return `${fullest.folder} has ${Number.isFinite(fullest.free) ? `${fullest.free} bytes` : 'an unknown number of bytes'} free`
}

/** Returns the first line of the message; DuckDB appends hints. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.split('\n')[0] ?? text
}

export class NothingFoldedError extends Error {
  override readonly name = 'NothingFoldedError'
}
