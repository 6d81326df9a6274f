import { createHash } from 'node:crypto'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'

/**
 * Two players may have the same picture, which is kept once: somebody may choose the one that is just being deleted as
 * nobody's. Who keeps or deletes one holds this lock until the rows say so too, and takes it before any row of players:
 * else two would wait for each other.
 */
export async function lockPictures(db: AccountsDatabase): Promise<void> {
  const [space, key] = advisoryLocks.pictures
  await sql`select pg_advisory_xact_lock(${space}, ${key})`.execute(db)
}

/**
 * Keeps a picture under the SHA-256 of its bytes, which it gives; in the transaction that gives it to a player and
 * holds the lock.
 */
export async function keepPicture({ storage }: Pick<Accounts, 'storage'>, jpeg: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  await storage.put(mediaKey(sha256, 'jpg'), jpeg)
  return sha256
}

/**
 * Deletes a picture that a player had, unless another one has the same; after the transaction that took it from the
 * player, or erased that one.
 */
export async function dropPicture(
  { storage, db }: Pick<Accounts, 'storage' | 'db'>,
  sha256: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPictures(trx)
    const other = trx.selectFrom('accounts.players').select('id').where('picture', '=', sha256).limit(1)
    if (!(await other.executeTakeFirst())) await storage.delete(mediaKey(sha256, 'jpg'))
  })
}
