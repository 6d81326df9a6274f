import type { ListedFile } from '../../platform/storage/storage.ts'

export interface TrackedFile {
  /** Upper bound of the stored bytes: while it replaces another file, and after a failed put, the sum of both. */
  size: number
  /** Ms since 1970. */
  usedAt: number
  /** Whether its put has completed or failed, so that it may be deleted. */
  settled: boolean
}

/** The files of a folder as far as this process knows them, least recently used first. */
interface TrackedFiles {
  /** Upper bound of their total size. */
  bytes(): number
  get(key: string): TrackedFile | undefined
  /** The settled files, least recently used first. */
  settled(): Iterable<[key: string, file: TrackedFile]>
  /** Adds the most recently used file, in place of another one of its key. */
  add(key: string, file: TrackedFile): void
  /** Reduces the size of a file that is tracked. */
  shrink(file: TrackedFile, bytes: number): void
  /** Removes a file, unless its key has another one by now. */
  remove(key: string, file: TrackedFile): void
  /** Replaces `known` by the files of a listing; others were added during it, and may or may not be listed. */
  replace(known: ReadonlySet<TrackedFile>, listed: readonly ListedFile[]): void
}

export function trackedFiles(): TrackedFiles {
  let files = new Map<string, TrackedFile>()
  let bytes = 0

  function remove(key: string, file: TrackedFile): void {
    if (files.get(key) !== file) return
    files.delete(key)
    bytes -= file.size
  }

  return {
    bytes: () => bytes,
    get: (key) => files.get(key),
    *settled() {
      for (const entry of files) if (entry[1].settled) yield entry
    },
    add(key, file) {
      const before = files.get(key)
      if (before) remove(key, before)
      files.set(key, file)
      bytes += file.size
    },
    shrink(file, by) {
      file.size -= by
      bytes -= by
    },
    remove,
    replace(known, listed) {
      const found = listed.map(({ key, size, modifiedAt }): [string, TrackedFile] => {
        const usedAt = Math.max(modifiedAt.getTime(), files.get(key)?.usedAt ?? 0)
        return [key, { size, usedAt, settled: true }]
      })
      const added = [...files].filter(([, file]) => !known.has(file))
      files = new Map([...found.sort(([, a], [, b]) => a.usedAt - b.usedAt), ...added])
      bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
}
