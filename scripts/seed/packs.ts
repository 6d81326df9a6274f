import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadKey } from '@stepledger/contracts/storage/pack-upload-key.ts'
import { readPack } from '@stepledger/services/catalogue/read-pack/read-pack.ts'
import { processUploads } from '@stepledger/services/catalogue/uploads/process-uploads.ts'
import { addUploadIf, moveUpload, uploadById } from '@stepledger/services/catalogue/uploads/uploads.ts'
import { CommandFailedError } from '@stepledger/services/operator/exit-codes.ts'
import type { Output } from '@stepledger/services/operator/output.ts'
import type { Engine } from '@stepledger/services/platform/engine.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { seededPacks } from './charts.ts'

const pollMs = 50
/** Time to store a zip, ms. */
const storeMs = 3_600_000

/**
 * Uploads the packs with the first `charts` charts of a seed, as an operator does, and waits until they are processed: by
 * a running server, otherwise by this process. Returns their number. Throws CommandFailedError.
 */
export async function addPacks(
  store: Pick<Engine, 'database' | 'ledger' | 'push'> & { readonly storage: Storage },
  { seed, charts }: { readonly seed: number; readonly charts: number },
  { progress, signal, log }: Pick<Output, 'progress' | 'signal' | 'log'>,
): Promise<number> {
  const { database, storage } = store
  const processing = await processUploads({
    ...store,
    readPack,
    log,
    now: Date.now,
    awaitFold: async () => {},
  })
  try {
    let packs = 0
    for (const { name, zip } of seededPacks(seed, charts)) {
      progress({ what: `Adding the pack ${name}` })
      const id = randomUUID()
      const createdAt = Date.now()
      const until = createdAt + storeMs
      await addUploadIf(store, { id, uploader: null, name, size: zip.length, createdAt, until }, () => {})
      await storage.put(uploadKey(id), zip)
      await moveUpload(store, id, ['issued'], 'waiting', Date.now())
      for (;;) {
        const upload = await uploadById(database, id)
        if (upload?.state === 'ready') break
        if (upload?.state !== 'waiting' && upload?.state !== 'processing')
          throw new CommandFailedError(`The pack ${name} was not accepted: ${JSON.stringify(upload?.result)}`)
        await sleep(pollMs, undefined, { signal })
      }
      packs++
    }
    return packs
  } finally {
    await processing.stop()
  }
}
