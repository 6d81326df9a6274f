import { buffer } from 'node:stream/consumers'
import type { Log } from '../../platform/database/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { within } from '../../platform/within.ts'

const folder = 'pictures/'
/** No picture of ours is larger, bytes. */
const maxBytes = 4 * 1024 * 1024
const usualPatience = { readMs: 2_000, keepMs: 10_000 }

export interface KeptPictures {
  /** The picture that was kept under this version, by whichever process; else a new one, which is then kept. */
  find(version: string, draw: () => Promise<Buffer>): Promise<Buffer>
  /** Waits until what was drawn is kept. */
  settled(): Promise<void>
}

/**
 * Pictures in the storage, so that each is drawn once for all processes and over restarts. A picture never changes under its version, which
 * says what is on it. A storage that fails, or keeps silent, is never in the way: the picture is drawn then.
 */
export function keptPictures(storage: Storage, log: Log, patience = usualPatience): KeptPictures {
  const keeping = new Set<Promise<void>>()
  const trouble = (what: string) => (error: unknown) => {
    log.warn(`a picture was not ${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = async (key: string): Promise<Buffer | null> => {
    const file = await storage.get(key)
    if (!file) return null
    if (file.size <= maxBytes) return buffer(file.stream)
    file.stream.destroy()
    return null
  }
  return {
    async find(version, draw) {
      const key = keyOf(version)
      const kept = await within(patience.readMs, read(key), 'the storage').catch(trouble('read'))
      if (kept) return kept
      const drawn = await draw()
      const saved = within(patience.keepMs, storage.put(key, drawn), 'the storage').catch(trouble('kept'))
      keeping.add(saved)
      void saved.then(() => keeping.delete(saved))
      return drawn
    },
    async settled() {
      await Promise.all(keeping)
    },
  }
}

/** In many folders, so that none gets long. `version`: hex digits. */
function keyOf(version: string): string {
  return `${folder}${version.slice(0, 2)}/${version}.png`
}

export interface PictureLimits {
  /** In ms: what was kept longer ago is drawn anew when somebody asks for it. */
  readonly maxAge: number
  /** Of all together, in bytes. */
  readonly maxBytes: number
}

/** Deletes pictures that are too old, and the oldest ones while all together are too large. Gives how many went. */
export async function sweepPictures(storage: Storage, limits: PictureLimits, now: number): Promise<number> {
  const found: { key: string; size: number; at: number }[] = []
  for await (const { key, size, modifiedAt } of storage.list(folder))
    found.push({ key, size, at: modifiedAt.getTime() })
  found.sort((a, b) => b.at - a.at)
  let bytes = 0
  let gone = 0
  for (const { key, size, at } of found) {
    bytes += size
    if (bytes <= limits.maxBytes && at >= now - limits.maxAge) continue
    await storage.delete(key)
    gone += 1
  }
  return gone
}
