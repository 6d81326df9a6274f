import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { issuedUploads, moveUpload, type Upload, uploadKey } from '../platform/packs/uploads.ts'
import type { CatalogueDeps } from './deps.ts'

export interface Arrivals {
  /** Looks at once: a zip has just arrived on this server. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** How often to look for zips that were sent to another host, ms. */
const lookEveryMs = 2_000

/**
 * Notices zips that have arrived at the addresses that were issued, wherever these lead: a storage tells nobody. Those
 * that were never sent are given up when their address has expired.
 */
export function noticeArrivals({ database, storage, log, now }: CatalogueDeps): Arrivals {
  let looking = Promise.resolve()

  async function lookFor(upload: Upload): Promise<void> {
    const found = await storage.head(uploadKey(upload.id))
    if (found && upload.size === null && found.size > maxZipBytes) {
      const result = {
        reason: `The zip has ${sizeText(found.size)}; a pack may have ${sizeText(maxZipBytes)}.`,
        advice: 'Leave out what is not needed, or make several packs of it.',
      }
      await moveUpload(database, upload.id, ['issued'], 'rejected', now(), { result })
      await storage.delete(uploadKey(upload.id))
    } else if (found && found.size === (upload.size ?? found.size)) {
      await moveUpload(database, upload.id, ['issued'], 'waiting', now())
    } else if (upload.until <= now()) {
      await moveUpload(database, upload.id, ['issued'], 'cancelled', now())
      await storage.delete(uploadKey(upload.id))
    }
  }

  async function lookOnce(): Promise<void> {
    try {
      for (const upload of await issuedUploads(database)) await lookFor(upload)
    } catch (error) {
      log.warn(`packs that arrive: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const look = () => {
    looking = looking.then(lookOnce)
    return looking
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void look()
  return {
    look,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
