import { z } from 'zod'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { mediaKey } from '../packs/media-key.ts'
import type { ErasureDeps } from './erasure-deps.ts'

/**
 * Takes the picture from a player, and deletes its file unless another player has the same one: two may, and it is kept once. Whoever keeps or
 * deletes a picture holds this lock, so nobody chooses it meanwhile.
 */
export async function dropPictureOf(
  { database, storage }: Pick<ErasureDeps, 'database' | 'storage'>,
  playerId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.pictures])
    const { rows } = await tx.query(
      `SELECT picture FROM accounts.players p WHERE id = $1 AND picture IS NOT NULL
         AND NOT EXISTS (SELECT FROM accounts.players o WHERE o.picture = p.picture AND o.id <> p.id)`,
      [playerId],
    )
    // Before the row says so: killed in between, it is found and done again.
    for (const { picture } of pictures.parse(rows)) await storage.delete(mediaKey(picture, 'jpg'))
    await tx.query('UPDATE accounts.players SET picture = NULL WHERE id = $1', [playerId])
  })
}

const pictures = z.array(z.object({ picture: z.string() }))
