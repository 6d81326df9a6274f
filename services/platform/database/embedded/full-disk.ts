import { statfs } from 'node:fs/promises'

/** What initdb, Postgres and Node say when the disk or a quota is full. */
const words = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/

/** The error of a start, or of something in it, in one line that names the full disk where that is why. */
export async function nameFullDisk(dataDir: string, error: unknown): Promise<unknown> {
  if (!saysFull(error)) return error
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => `${bavail * bsize} bytes free`,
    () => 'free space unknown',
  )
  return new Error(`The disk of DATA_DIR is full: ${dataDir} (${free})`, { cause: error })
}

function saysFull(error: unknown): boolean {
  return error instanceof Error && (words.test(error.message) || saysFull(error.cause))
}
