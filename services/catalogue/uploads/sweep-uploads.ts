import { uploadIdOf, uploadPrefix } from '@stepledger/contracts/storage/pack-upload-key.ts'
import type { CatalogueDeps } from '../deps.ts'
import { openStates, uploadById } from './uploads.ts'

/** Minimum age of a zip without a row, ms: the operator's command stores the zip before it inserts the row. */
const orphanAgeMs = 3_600_000

/** Deletes orphaned zips: left by a crash, or stored by S3 after their upload was processed or cancelled. */
export async function sweepUploads({
  database,
  storage,
  now,
}: Pick<CatalogueDeps, 'database' | 'storage' | 'now'>): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(uploadPrefix)) {
    const id = uploadIdOf(key)
    if (id === null) continue
    const upload = await uploadById(database, id)
    const isNeeded = upload ? openStates.includes(upload.state) : modifiedAt.getTime() > now() - orphanAgeMs
    if (!isNeeded) await storage.delete(key)
  }
}
