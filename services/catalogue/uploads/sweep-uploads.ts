import { uploadIdOf, uploadPrefix } from '@stepledger/contracts/storage/pack-upload-key.ts'
import type { CatalogueDeps } from '../deps.ts'
import { openStates, uploadById } from './uploads.ts'

/** The operator's command stores a zip before it adds the row: younger zips without a row are kept, ms. */
const withoutRowMs = 3_600_000

/**
 * Deletes zips that no open upload needs: a crash left them behind, or S3 took them after their upload was processed or
 * cancelled.
 */
export async function sweepUploads({
  database,
  storage,
  now,
}: Pick<CatalogueDeps, 'database' | 'storage' | 'now'>): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(uploadPrefix)) {
    const id = uploadIdOf(key)
    if (id === null) continue
    const upload = await uploadById(database, id)
    const isNeeded = upload ? openStates.includes(upload.state) : modifiedAt.getTime() > now() - withoutRowMs
    if (!isNeeded) await storage.delete(key)
  }
}
