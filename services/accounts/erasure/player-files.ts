import { linkPictures, mayName } from '@stepledger/contracts/storage/link-picture-key.ts'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import { uploadKey } from '@stepledger/contracts/storage/pack-upload-key.ts'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { ErasureDeps } from './erasure-deps.ts'

type Db = Pick<ErasureDeps['database'], 'pool'>

/** Storage keys of a player's files except the picture: uploaded pictures, the data download, zips of pending packs. */
export async function filesOf({ pool }: Db, playerId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT key FROM accounts.picture_uploads WHERE player_id = $1
     UNION SELECT key FROM accounts.downloads WHERE player_id = $1 AND key IS NOT NULL`,
    [playerId],
  )
  const uploads = await pool.query('SELECT id FROM catalogue.uploads WHERE uploader = $1', [playerId])
  return [
    ...z
      .array(z.object({ key: z.string() }))
      .parse(rows)
      .map(({ key }) => key),
    ...z
      .array(z.object({ id: z.string() }))
      .parse(uploads.rows)
      .map(({ id }) => uploadKey(id)),
  ]
}

/** SHA-256 of the player's picture, unless another player has the same one. */
export async function ownPictureOf({ pool }: Db, playerId: string): Promise<string | null> {
  const { rows } = await pool.query(ownPicture, [playerId])
  return pictures.parse(rows)[0]?.picture ?? null
}

const ownPicture = `SELECT picture FROM accounts.players p WHERE id = $1 AND picture IS NOT NULL
  AND NOT EXISTS (SELECT FROM accounts.players o WHERE o.picture = p.picture AND o.id <> p.id)`
const pictures = z.array(z.object({ picture: z.string() }))

/** Deletes the picture of a player, unless another one has the same. Holds the lock that setting a picture takes too. */
export async function deletePicture({ database, storage }: ErasureDeps, playerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.pictures])
    const [own] = pictures.parse((await tx.query(ownPicture, [playerId])).rows)
    if (own) await storage.delete(mediaKey(own.picture, 'jpg'))
    await tx.query('UPDATE accounts.players SET picture = NULL WHERE id = $1', [playerId])
  })
}

/**
 * Deletes link preview images that may contain the player's name. Those of charts contain several names, so all of them
 * are deleted; they are drawn again on request.
 */
export async function deleteLinkPictures(
  { storage }: Pick<ErasureDeps, 'storage'>,
  playerId: string,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { key } of storage.list(linkPictures)) {
    signal?.throwIfAborted()
    if (mayName(key, playerId)) await storage.delete(key)
  }
}
