import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { listObjects } from '../backup/storage-objects.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'

const atOnce = 4

/**
 * Copies the files that the target does not have, and deletes known ones that were deleted in the source meanwhile. The
 * content of a key never changes, so a file of the same size is complete. Returns the number of copied files.
 * Throws CommandFailedError if the target has other files, and then changes nothing. `known`: keys of earlier rounds of
 * this run; new ones are added.
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  known: Set<string>,
  { progress, signal }: ProgressOutput,
): Promise<number> {
  const there = new Map((await listObjects(target)).map(({ key, size }) => [key, size]))
  const files = await listObjects(source)
  const keys = new Set(files.map(({ key }) => key))
  const deleted = [...there.keys()].filter((key) => !keys.has(key))
  const other = deleted.find((key) => !known.has(key))
  if (other !== undefined)
    throw new CommandFailedError(`The new storage has other files, such as ${other}. Move to an empty one.`)
  for (const key of keys) known.add(key)
  const missing = files.filter(({ key, size }) => there.get(key) !== size)
  const onProgress = (done: number) =>
    progress({ what: 'Copying the storage', done, of: missing.length, unit: 'files' })
  await mapAtOnce(missing, { atOnce, signal, onProgress }, async ({ key }) => {
    const found = await source.get(key)
    // Null: deleted since it was listed.
    if (found) await target.put(key, found)
  })
  for (const key of deleted) await target.delete(key)
  return missing.length
}
