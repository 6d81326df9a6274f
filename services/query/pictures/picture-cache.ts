import { buffer } from 'node:stream/consumers'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { linkPictures, type Names, pictureKey } from '@stepledger/contracts/storage/link-picture-key.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Bounds, boundedFolder } from './bounded-folder.ts'

/** No picture of ours is larger, bytes. */
const maxBytes = 4 * 1024 * 1024
const usualPatience = { readMs: 2_000, keepMs: 10_000 }
/** This many wait in memory for a storage that is slow; what is drawn then is not kept. */
const mostWaiting = 20

export interface PictureCache {
  /** The picture that was kept under this version, by whichever process; else a new one, which is then kept. */
  find(version: string, draw: () => Promise<Buffer>, names?: Names): Promise<Buffer>
  /** Deletes pictures that are too old, and those that nobody asked for longest while all together are too large. */
  sweep(): Promise<void>
  /**
   * Waits until what was drawn is kept, and sweeping is done, as long as that takes no longer than keeping a picture
   * may.
   */
  settled(): Promise<void>
}

export interface PictureCacheOptions {
  readonly storage: Storage
  readonly bounds: Bounds
  readonly now: () => number
  readonly log: Log
  /** How long a picture may be read and kept, ms. */
  readonly patience?: { readonly readMs: number; readonly keepMs: number }
}

/**
 * Pictures in the storage, so that each is drawn once for all processes and over restarts. A picture never changes
 * under its version, which says what is on it. A storage that fails, or keeps silent, is never in the way: the picture
 * is drawn then.
 */
export function pictureCache(options: PictureCacheOptions): PictureCache {
  const { storage, bounds, now, log, patience = usualPatience } = options
  const kept = boundedFolder({ storage, folder: linkPictures, bounds, now })
  const running = new Set<Promise<void>>()
  let waiting = 0
  const trouble = (what: string) => (error: unknown) => {
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
    if (waiting >= mostWaiting) throw new Error('too many wait for the storage')
    waiting += 1
    try {
      await kept.put(key, picture)
    } finally {
      waiting -= 1
    }
  }
  function inBackground(work: Promise<void>, trouble: (error: unknown) => void): Promise<void> {
    const done = work.catch(trouble)
    running.add(done)
    void done.then(() => running.delete(done))
    return done
  }
  return {
    async find(version, draw, names = 'several') {
      const key = pictureKey(version, names)
      const found = await withDeadline(patience.readMs, read(key), 'the storage').catch(
        trouble('a picture was not read'),
      )
      if (found) return found
      const drawn = await draw()
      const kept = withDeadline(patience.keepMs, put(key, drawn), 'the storage')
      void inBackground(kept, trouble('a picture was not kept'))
      return drawn
    },
    sweep: () => inBackground(kept.sweep(), trouble('pictures were not swept')),
    async settled() {
      await withDeadline(patience.keepMs, Promise.all(running), 'the storage').catch(() => {})
    },
  }
}
