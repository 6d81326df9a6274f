import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { maxZipBytes, packName } from '@stepledger/contracts/packs/pack-limits.ts'
import { zipTooLarge } from '@stepledger/contracts/packs/pack-problems.ts'
import { uploadKey } from '@stepledger/contracts/storage/pack-upload-key.ts'
import { addUpload } from '../../catalogue/uploads/uploads.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'
import { zipFolder } from './zip-folder.ts'

/** An upload of a pack. */
export interface SentPack {
  readonly uploadId: string
  readonly name: string
}

/** Uploads a pack, a folder or a zip, for processing. Throws CommandFailedError. */
export async function sendPack(
  store: Pick<Store, 'database' | 'push'> & { readonly storage: Storage },
  given: string,
  now: number,
): Promise<SentPack> {
  const place = resolve(given)
  const found = await stat(given)
  const named = packName.safeParse(basename(place).replace(/\.zip$/i, ''))
  if (!named.success) throw new CommandFailedError(`${given}: ${named.error.issues[0]?.message}`)
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pack-'))
  try {
    let zip = place
    if (found.isDirectory()) {
      zip = join(folder, 'pack.zip')
      await zipFolder(place, zip)
    } else if (!/\.zip$/i.test(place))
      throw new CommandFailedError(`${given}: is neither a folder nor a .zip`)
    const { size } = await stat(zip)
    if (size > maxZipBytes) throw new CommandFailedError(`${given}: ${zipTooLarge(size)}`)
    const uploadId = randomUUID()
    await store.storage.put(uploadKey(uploadId), { stream: createReadStream(zip), size })
    await addUpload(store, {
      id: uploadId,
      uploader: null,
      name: named.data,
      size,
      state: 'waiting',
      createdAt: now,
      until: now,
    })
    return { uploadId, name: named.data }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
