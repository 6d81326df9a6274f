import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface Bounds {
  /** Of all files together, bytes. */
  readonly maxBytes: number
  /** What was put longer ago goes when the folder is swept, ms. */
  readonly maxAge: number
}

/** A folder of the storage whose files together never take more than they may. */
export interface BoundedFolder {
  /**
   * Puts a file, once as many of the least recently used ones are deleted as it needs room. Throws when that room can't
   * be had.
   */
  put(key: string, body: Buffer): Promise<void>
  /** Says that a file was read: others go before it. */
  used(key: string): void
  /** Looks through the folder and deletes what is too old or too much. */
  sweep(): Promise<void>
}

export interface BoundedFolderOptions {
  readonly storage: Storage
  /** The beginning of its keys. */
  readonly folder: string
  readonly bounds: Bounds
  readonly now: () => number
}

interface File {
  /** Bytes that may lie under its key: while it replaces another one, and after a put that failed, those of both. */
  size: number
  /** Ms since 1970. */
  usedAt: number
  /** Whether its put is over, well or not: it then is there or not, and may be deleted. */
  settled: boolean
}

/** Other processes put files into the same folder: it is swept again after so much of `maxBytes` was put. */
const unseenShare = 1 / 16
/** Tens of thousands of files are listed within seconds. */
const listWithinMs = 120_000

/**
 * Keeps a running total of what may lie in the folder. A file counts from before it is put until after it is deleted,
 * so one process alone is never above `maxBytes`; of several on one folder each but one may add a sixteenth of it.
 */
export function boundedFolder({ storage, folder, bounds, now }: BoundedFolderOptions): BoundedFolder {
  const { maxBytes, maxAge } = bounds
  /** The least recently used first. */
  let files = new Map<string, File>()
  let bytes = 0
  /** Bytes put since the folder was last looked through; what lies there at the start is unknown. */
  let unseen = Infinity
  let sweeping: Promise<void> | null = null
  /** The last put of each key that is not over. */
  const putting = new Map<string, Promise<void>>()

  function forget(key: string, file: File | undefined): void {
    // What was put under the key since is another file.
    if (!file || files.get(key) !== file) return
    files.delete(key)
    bytes -= file.size
  }

  function add(key: string, file: File): void {
    forget(key, files.get(key))
    files.set(key, file)
    bytes += file.size
  }

  async function remove(key: string, file: File): Promise<void> {
    await storage.delete(key)
    forget(key, file)
  }

  async function removeOldest(): Promise<void> {
    for (const [key, file] of files) if (file.settled) return remove(key, file)
    throw new Error(`${folder} is full`)
  }

  async function sweep(): Promise<void> {
    unseen = 0
    const before = new Set([...files.values()].filter(({ settled }) => settled))
    const listed = await withDeadline(listWithinMs, listOf(storage, folder), 'listing the storage')
    const found = listed.map(({ key, size, modifiedAt }): [string, File] => {
      const usedAt = Math.max(modifiedAt.getTime(), files.get(key)?.usedAt ?? 0)
      return [key, { size, usedAt, settled: true }]
    })
    // What was put meanwhile is perhaps listed, perhaps not.
    const fresh = [...files].filter(([, file]) => !before.has(file))
    files = new Map([...found.sort(([, a], [, b]) => a.usedAt - b.usedAt), ...fresh])
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
        unseen = Infinity
        throw error
      })
      .finally(() => {
        sweeping = null
      })
    return sweeping
  }

  async function putAlone(key: string, body: Buffer): Promise<void> {
    const size = body.length
    if (size > maxBytes) throw new Error(`${folder} takes ${maxBytes} bytes, not ${size}`)
    while (sweeping || unseen > maxBytes * unseenShare) await sweepOnce()
    unseen += size
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
      // Of two puts of a key at once nobody could say which one stays.
      const before = putting.get(key)
      const done = (async () => {
        await before?.catch(() => {})
        await putAlone(key, body)
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
