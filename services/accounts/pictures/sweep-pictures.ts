import { mediaPrefix } from '@stepledger/contracts/storage/media-key.ts'
import type { Accounts } from '../deps.ts'
import { dropPicture } from './keep-picture.ts'

/** How often it is looked, ms: all files of packs are listed for it. */
const everyMs = 86_400_000

/** One that was put so lately may become a player's still, ms. */
const restsMs = 3_600_000

const pictureKey = /\/([0-9a-f]{64})\.jpg$/

/** So many are looked for among the players' at once. */
const atOnce = 1_000

type Deps = Pick<Accounts, 'db' | 'storage' | 'now'>

/**
 * Deletes, once a day, pictures that no player has: a crash may come between the file and the row. Gives after how many
 * ms to look again.
 */
export function sweepPictures(deps: Deps) {
  const { storage, now } = deps
  let next = Number.NEGATIVE_INFINITY
  return async (signal: AbortSignal): Promise<number> => {
    if (now() < next) return next - now()
    let found: string[] = []
    for await (const { key, modifiedAt } of storage.list(mediaPrefix)) {
      signal.throwIfAborted()
      const sha256 = pictureKey.exec(key)?.[1]
      if (sha256 && modifiedAt.getTime() <= now() - restsMs) found.push(sha256)
      if (found.length < atOnce) continue
      await dropLoose(deps, found)
      found = []
    }
    await dropLoose(deps, found)
    next = now() + everyMs
    return everyMs
  }
}

async function dropLoose(deps: Deps, pictures: readonly string[]): Promise<void> {
  if (pictures.length === 0) return
  const owned = await deps.db
    .selectFrom('accounts.players')
    .select('picture')
    .where('picture', 'in', pictures)
    .execute()
  const kept = new Set(owned.map(({ picture }) => picture))
  for (const sha256 of pictures) if (!kept.has(sha256)) await dropPicture(deps, sha256)
}
