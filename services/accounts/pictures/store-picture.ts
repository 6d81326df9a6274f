import { createHash } from 'node:crypto'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'

/**
 * Serialises storing and deleting of pictures: players may share a file, and one may be chosen while it is deleted as
 * unused. Held until the transaction ends. Must be taken before locks on players, to prevent deadlocks.
 */
export async function lockPictures(db: AccountsDatabase): Promise<void> {
  const [space, key] = advisoryLocks.pictures
  await sql`select pg_advisory_xact_lock(${space}, ${key})`.execute(db)
}

/** Stores a picture and returns its SHA-256. Runs in the transaction that updates the player and holds the lock. */
export async function storePicture({ storage }: Pick<Accounts, 'storage'>, jpeg: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  await storage.put(mediaKey(sha256, 'jpg'), jpeg)
  return sha256
}

/** Deletes a player's former picture, unless another player has it. Runs after the transaction that removed it. */
export async function discardPicture(
  { storage, db }: Pick<Accounts, 'storage' | 'db'>,
  sha256: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPictures(trx)
    const other = trx.selectFrom('accounts.players').select('id').where('picture', '=', sha256).limit(1)
    if (!(await other.executeTakeFirst())) await storage.delete(mediaKey(sha256, 'jpg'))
  })
}
