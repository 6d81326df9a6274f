import { linkPictures } from '@stepledger/contracts/storage/link-picture-key.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { listObjects } from '../backup/storage-objects.ts'
import type { Output } from '../output.ts'

const atOnce = 4

/**
 * Makes the files of the target those of the source: copies missing ones, and deletes those that the source has deleted
 * since. A key never gets another content, so the size tells whether a file is complete. Returns the number of copied
 * files.
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  output: Pick<Output, 'progress'>,
  signal: AbortSignal,
): Promise<number> {
  const there = new Map((await listObjects(target)).map(({ key, size }) => [key, size]))
  const files = await listObjects(source)
  const missing = files.filter(({ key, size }) => there.get(key) !== size)
  const remaining = [...missing]
  let done = 0
  async function work(): Promise<void> {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      signal.throwIfAborted()
      const found = await source.get(next.key)
      // Deleted since it was listed.
      if (found) await target.put(next.key, found)
      done += 1
      output.progress({ what: 'Copying the storage', done, of: missing.length, unit: 'files' })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const keys = new Set(files.map(({ key }) => key))
  for (const key of there.keys()) if (!keys.has(key)) await target.delete(key)
  return missing.length
}

/** Whether a storage has any files but link previews. */
export async function hasFiles(storage: Storage): Promise<boolean> {
  for await (const { key } of storage.list('')) if (!key.startsWith(linkPictures)) return true
  return false
}
