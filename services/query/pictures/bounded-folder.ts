import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Storage } from '../../platform/storage/storage.ts'

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

interface File {
  /** Upper bound of the stored bytes: while it replaces another file, and after a failed put, the sum of both. */
  size: number
  /** Ms since 1970. */
  usedAt: number
  /** Whether its put has completed or failed, so that it may be deleted. */
  settled: boolean
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
  /** Least recently used first. */
  let files = new Map<string, File>()
  let bytes = 0
  /** Bytes stored since the last sweep. Infinite at the start, when the content is unknown. */
  let bytesSinceSweep = Infinity
  let sweeping: Promise<void> | null = null
  /** The latest pending put of each key. */
  const putting = new Map<string, Promise<void>>()

  function untrack(key: string, file: File | undefined): void {
    // The key may have been replaced by another file.
    if (!file || files.get(key) !== file) return
    files.delete(key)
    bytes -= file.size
  }

  function add(key: string, file: File): void {
    untrack(key, files.get(key))
    files.set(key, file)
    bytes += file.size
  }

  async function remove(key: string, file: File): Promise<void> {
    await storage.delete(key)
    untrack(key, file)
  }

  async function removeOldest(): Promise<void> {
    for (const [key, file] of files) if (file.settled) return remove(key, file)
    throw new Error(`${folder} is full`)
  }

  async function sweep(): Promise<void> {
    bytesSinceSweep = 0
    const before = new Set([...files.values()].filter(({ settled }) => settled))
    const listed = await withDeadline(listTimeoutMs, listOf(storage, folder), 'listing the storage')
    const found = listed.map(({ key, size, modifiedAt }): [string, File] => {
      const usedAt = Math.max(modifiedAt.getTime(), files.get(key)?.usedAt ?? 0)
      return [key, { size, usedAt, settled: true }]
    })
    // Files stored during the listing may or may not be in it.
    const recent = [...files].filter(([, file]) => !before.has(file))
    files = new Map([...found.sort(([, a], [, b]) => a.usedAt - b.usedAt), ...recent])
    bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)

    for (const { key, modifiedAt } of listed) {
      const file = files.get(key)
      if (file?.settled && modifiedAt.getTime() < now() - maxAge) await remove(key, file)
    }
    while (bytes > maxBytes) await removeOldest()
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
    while (bytes + size > maxBytes) await removeOldest()
    const replaced = files.get(key)?.size ?? 0
    const file = { size: size + replaced, usedAt: now(), settled: false }
    add(key, file)
    try {
      await storage.put(key, body)
      file.size -= replaced
      bytes -= replaced
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
      files.delete(key)
      files.set(key, file)
    },
    sweep: sweepOnce,
  }
}

async function listOf(storage: Storage, folder: string) {
  const found = []
  for await (const file of storage.list(folder)) found.push(file)
  return found
}
