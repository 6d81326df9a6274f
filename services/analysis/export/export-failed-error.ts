import { statfs } from 'node:fs/promises'

/** Thrown when an export fails. The message has one line with step, reason and folder. */
export class ExportFailedError extends Error {
  override readonly name = 'ExportFailedError'
}

export class NothingFoldedError extends Error {
  override readonly name = 'NothingFoldedError'
}

/** Messages of Node, DuckDB and Postgres for a full disk. */
const diskFull =
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|EFBIG|File too large|max_temp_directory_size/

interface FailureContext {
  /** The current step, such as `Copying the plays out of the database`. */
  readonly doing: string
  readonly folder: string
  readonly signal: AbortSignal
}

/** Returns the error to throw: the reason of an aborted signal, or ExportFailedError with step, reason and folder. */
export async function explainFailure(
  error: unknown,
  { doing, folder, signal }: FailureContext,
): Promise<unknown> {
  if (signal.aborted) return signal.reason
  if (error instanceof NothingFoldedError || error instanceof ExportFailedError) return error
  const text = error instanceof Error ? error.message || error.name : String(error)
  // DuckDB appends hints.
  const [reason = text] = text.split('\n')
  if (!diskFull.test(reason)) return new ExportFailedError(`${doing} failed: ${reason}`, { cause: error })
  const space = await statfs(folder).catch(() => null)
  const free = space ? `${space.bavail * space.bsize} bytes` : 'an unknown number of bytes'
  return new ExportFailedError(`${doing} failed: the disk is full: ${folder} has ${free} free`, {
    cause: error,
  })
}
