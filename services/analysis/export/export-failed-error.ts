import { statfs } from 'node:fs/promises'
import { NothingFoldedError } from './nothing-folded-error.ts'

/** An export has failed. The message is one line: what was being done, why it failed, and in which folder. */
export class ExportFailedError extends Error {
  override readonly name = 'ExportFailedError'
}

export interface FailureContext {
  /** What was being done, such as `Copying the plays out of the database`. */
  readonly doing: string
  /** The folders that were written to. */
  readonly folders: readonly string[]
  readonly signal: AbortSignal
}

/** What Node, DuckDB and Postgres say of a full disk. */
const diskFull =
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|EFBIG|File too large|max_temp_directory_size/

/** The error to throw for `error`: the reason of an aborted signal, or one that says what failed where. */
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

/** The folder whose disk has the least room, with what is free there. */
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

/** The first line of what the error says, of DuckDB without its hints. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.split('\n')[0] ?? text
}
