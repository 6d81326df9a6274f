import { mediaPrefix } from '@stepledger/contracts/storage/media-key.ts'
import type { Accounts } from '../deps.ts'
import { discardPicture } from './store-picture.ts'

/** ms. Infrequent, as it lists all media of packs. */
const everyMs = 86_400_000

/** Newer files may not be assigned to a player yet, ms. */
const minAgeMs = 3_600_000

const pictureKey = /\/([0-9a-f]{64})\.jpg$/

const batchSize = 1_000

type Deps = Pick<Accounts, 'db' | 'storage' | 'now'>

/**
 * Deletes orphaned pictures once a day: a crash may come between the file and the row. Returns ms until the next run.
 */
export function sweepPictures(deps: Deps) {
  const { storage, now } = deps
  let next = Number.NEGATIVE_INFINITY
  return async (signal: AbortSignal): Promise<number> => {
    if (now() < next) return next - now()
    let batch: string[] = []
    for await (const { key, modifiedAt } of storage.list(mediaPrefix)) {
      signal.throwIfAborted()
      const sha256 = pictureKey.exec(key)?.[1]
      if (sha256 && modifiedAt.getTime() <= now() - minAgeMs) batch.push(sha256)
      if (batch.length < batchSize) continue
      await dropOrphaned(deps, batch)
      batch = []
    }
    await dropOrphaned(deps, batch)
    next = now() + everyMs
    return everyMs
  }
}

async function dropOrphaned(deps: Deps, pictures: readonly string[]): Promise<void> {
  if (pictures.length === 0) return
  const owned = await deps.db
    .selectFrom('accounts.players')
    .select('picture')
    .where('picture', 'in', pictures)
    .execute()
  const used = new Set(owned.map(({ picture }) => picture))
  for (const sha256 of pictures) if (!used.has(sha256)) await discardPicture(deps, sha256)
}
