import { buffer } from 'node:stream/consumers'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { linkPictures, type Names, pictureKey } from '@stepledger/contracts/storage-keys.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Bounds, boundedFolder } from './bounded-folder.ts'

/** Maximum size of a picture, bytes. */
const maxBytes = 4 * 1024 * 1024
const defaultTimeouts = { readMs: 2_000, keepMs: 10_000 }
/** Maximum pictures in memory that wait for a slow storage; further ones are not stored. */
const maxPendingPuts = 20

export interface PictureCache {
  /** The picture stored under this version, by any process. On a miss, draws it and stores it in the background. */
  find(version: string, draw: () => Promise<Buffer>, names?: Names): Promise<Buffer>
  /** Deletes expired pictures, and evicts the least recently used ones above the size limit. */
  sweep(): Promise<void>
  /**
   * Waits for pending puts and sweeps, with the timeout of a put.
   */
  settled(): Promise<void>
}

interface PictureCacheOptions {
  readonly storage: Storage
  readonly bounds: Bounds
  readonly now: () => number
  readonly log: Log
  /** Timeouts of reading and storing a picture, ms. */
  readonly timeouts?: { readonly readMs: number; readonly keepMs: number }
}

/**
 * Caches pictures in the storage, shared by all processes and kept over restarts. A picture is immutable under its
 * version, which depends on its content. When the storage fails or times out, the picture is drawn instead.
 */
export function pictureCache(options: PictureCacheOptions): PictureCache {
  const { storage, bounds, now, log, timeouts = defaultTimeouts } = options
  const kept = boundedFolder({ storage, folder: linkPictures, bounds, now })
  const running = new Set<Promise<void>>()
  let pendingPuts = 0
  const logFailure = (what: string) => (error: unknown) => {
    log.warn(`${what}: ${errorMessage(error)}`)
  }
  async function read(key: string): Promise<Buffer | null> {
    const file = await storage.get(key)
    if (!file) return null
    kept.used(key)
    if (file.size <= maxBytes) return buffer(file.stream)
    file.stream.destroy()
    return null
  }
  async function put(key: string, picture: Buffer): Promise<void> {
    if (pendingPuts >= maxPendingPuts) throw new Error('too many pictures wait for the storage')
    pendingPuts += 1
    try {
      await kept.put(key, picture)
    } finally {
      pendingPuts -= 1
    }
  }
  function inBackground(work: Promise<void>, logFailure: (error: unknown) => void): Promise<void> {
    const done = work.catch(logFailure)
    running.add(done)
    void done.then(() => running.delete(done))
    return done
  }
  return {
    async find(version, draw, names = 'several') {
      const key = pictureKey(version, names)
      const found = await withDeadline(timeouts.readMs, read(key), 'the storage').catch(
        logFailure('a picture could not be read'),
      )
      if (found) return found
      const drawn = await draw()
      const kept = withDeadline(timeouts.keepMs, put(key, drawn), 'the storage')
      void inBackground(kept, logFailure('a picture could not be stored'))
      return drawn
    },
    sweep: () => inBackground(kept.sweep(), logFailure('the picture cache could not be swept')),
    async settled() {
      await withDeadline(timeouts.keepMs, Promise.all(running), 'the storage').catch(() => {})
    },
  }
}
