import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { ListedFile, Storage } from '../../platform/storage/storage.ts'

export interface Bounds {
  /** Total size of all files, bytes. */
  readonly maxBytes: number
  /** Files older than this are deleted by a sweep, ms. */
  readonly maxAge: number
}

/** A folder of the storage with a limited total size. */
interface BoundedFolder {
  /**
   * Stores a file after evicting the least recently used ones to make space for it. Throws when that is not possible.
   */
  put(key: string, body: Buffer): Promise<void>
  /** Marks a file as recently used. */
  used(key: string): void
  /** Lists the folder, deletes expired files and evicts files above the size limit. */
  sweep(): Promise<void>
}

interface BoundedFolderOptions {
  readonly storage: Storage
  /** Prefix of its keys. */
  readonly folder: string
  readonly bounds: Bounds
  readonly now: () => number
}

/** Other processes use the same folder, so it is swept again after this share of `maxBytes` was stored. */
const sweepShare = 1 / 16
/** Listing tens of thousands of files takes seconds. */
const listTimeoutMs = 120_000

/**
 * Tracks an upper bound of the folder's size. A file counts from before its put until after its deletion, so a single
 * process never exceeds `maxBytes`; each further process on the same folder may exceed it by a sixteenth.
 */
export function boundedFolder({ storage, folder, bounds, now }: BoundedFolderOptions): BoundedFolder {
  const { maxBytes, maxAge } = bounds
  const files = trackedFiles()
  /** Bytes stored since the last sweep. Infinite at the start, when the content is unknown. */
  let bytesSinceSweep = Infinity
  let sweeping: Promise<void> | null = null
  /** The latest pending put of each key. */
  const putting = new Map<string, Promise<void>>()

  async function remove(key: string, file: TrackedFile): Promise<void> {
    await storage.delete(key)
    files.remove(key, file)
  }

  async function removeOldest(): Promise<void> {
    const [oldest] = files.settled()
    if (!oldest) throw new Error(`${folder} is full`)
    await remove(...oldest)
  }

  async function sweep(): Promise<void> {
    bytesSinceSweep = 0
    const known = new Set([...files.settled()].map(([, file]) => file))
    const listed = await withDeadline(listTimeoutMs, listOf(storage, folder), 'listing the storage')
    files.replace(known, listed)
    for (const { key, modifiedAt } of listed) {
      const file = files.get(key)
      if (file?.settled && modifiedAt.getTime() < now() - maxAge) await remove(key, file)
    }
    while (files.bytes() > maxBytes) await removeOldest()
  }

  function sweepOnce(): Promise<void> {
    sweeping ??= sweep()
      .catch((error: unknown) => {
        bytesSinceSweep = Infinity
        throw error
      })
      .finally(() => {
        sweeping = null
      })
    return sweeping
  }

  async function putSerialized(key: string, body: Buffer): Promise<void> {
    const size = body.length
    if (size > maxBytes) throw new Error(`${size} bytes exceed the limit of ${folder}, ${maxBytes} bytes`)
    while (sweeping || bytesSinceSweep > maxBytes * sweepShare) await sweepOnce()
    bytesSinceSweep += size
    // No await between the last check and the addition.
    while (files.bytes() + size > maxBytes) await removeOldest()
    const replaced = files.get(key)?.size ?? 0
    const file = { size: size + replaced, usedAt: now(), settled: false }
    files.add(key, file)
    try {
      await storage.put(key, body)
      files.shrink(file, replaced)
    } finally {
      file.settled = true
    }
  }

  return {
    async put(key, body) {
      // Puts of the same key are serialized, because the result of concurrent ones is undefined.
      const before = putting.get(key)
      const done = (async () => {
        await before?.catch(() => {})
        await putSerialized(key, body)
      })()
      putting.set(key, done)
      try {
        await done
      } finally {
        if (putting.get(key) === done) putting.delete(key)
      }
    },
    used(key) {
      const file = files.get(key)
      if (!file) return
      file.usedAt = now()
      files.add(key, file)
    },
    sweep: sweepOnce,
  }
}

async function listOf(storage: Storage, folder: string) {
  const found: ListedFile[] = []
  for await (const file of storage.list(folder)) found.push(file)
  return found
}

interface TrackedFile {
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

function trackedFiles(): TrackedFiles {
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
