import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { maxZipBytes, severalPacks, zipTooLarge } from '@stepledger/contracts/packs/pack-limits.ts'
import { uploadIdOf, uploadKey, uploadPrefix } from '@stepledger/contracts/storage-keys.ts'
import type { CatalogueDeps } from '../deps.ts'
import { issuedUploads, moveUpload, openStates, type Upload, uploadById } from './uploads.ts'

interface Arrivals {
  /** Checks at once, for a zip that has just arrived on this server; resolves after a check that began since the call. */
  poll(): Promise<void>
  stop(): Promise<void>
}

/** Polling interval for zips sent to other hosts, ms. */
const pollMs = 2_000
/** Interval of deleting zips that no open upload needs, ms. Also runs at the start. */
const sweepEveryMs = 600_000

/**
 * Detects zips that arrived at issued upload URLs by polling, as a storage sends no notifications. Uploads without a zip
 * are rejected when their URL has expired.
 */
export function detectArrivals(deps: CatalogueDeps): Arrivals {
  const { database, storage, log, now } = deps
  let polling = Promise.resolve()
  /** The check that begins after the running one, for all calls until then: a slow storage queues no others. */
  let queued: Promise<void> | null = null

  async function checkArrival(upload: Upload): Promise<void> {
    const found = await storage.head(uploadKey(upload.id))
    if (found && upload.size === null && found.size > maxZipBytes) {
      const result = { reason: zipTooLarge(found.size), advice: severalPacks }
      await moveUpload(deps, upload.id, ['issued'], 'rejected', now(), { result })
      await storage.delete(uploadKey(upload.id))
    } else if (found && found.size === (upload.size ?? found.size)) {
      await moveUpload(deps, upload.id, ['issued'], 'waiting', now())
    } else if (upload.until <= now()) {
      await moveUpload(deps, upload.id, ['issued'], 'cancelled', now())
      await storage.delete(uploadKey(upload.id))
    }
  }

  async function pollOnce(): Promise<void> {
    try {
      for (const upload of await issuedUploads(database)) await checkArrival(upload)
    } catch (error) {
      log.warn(`packs that arrive: ${errorMessage(error)}`)
    }
  }

  const poll = () => {
    queued ??= polling.then(() => {
      queued = null
      return pollOnce()
    })
    polling = queued
    return queued
  }
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = sweeping
      .then(() => sweepUploads(deps))
      .catch((error: unknown) => log.warn(`zips that no upload needs: ${String(error)}`))
  }
  const timers = [setInterval(() => void poll(), pollMs), setInterval(sweep, sweepEveryMs)]
  for (const timer of timers) timer.unref()
  void poll()
  sweep()
  return {
    poll,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([polling, sweeping])
    },
  }
}

/** Deletes orphaned zips: left by a crash, or stored by S3 after their upload was processed or cancelled. */
export async function sweepUploads({
  database,
  storage,
}: Pick<CatalogueDeps, 'database' | 'storage'>): Promise<void> {
  for await (const { key } of storage.list(uploadPrefix)) {
    const id = uploadIdOf(key)
    if (id === null) continue
    const upload = await uploadById(database, id)
    if (upload === null || !openStates.includes(upload.state)) await storage.delete(key)
  }
}
