import { z } from 'zod'
import { linkPictures, mayName } from '../link-pictures/picture-key.ts'
import { uploadKey } from '../packs/uploads.ts'
import type { ErasureDeps } from './erasure-deps.ts'

type Db = Pick<ErasureDeps['database'], 'pool'>

/**
 * The keys of what the storage keeps for a player alone, beside the picture (drop-picture.ts): what was sent to become one, the zip of the own
 * data, and zips of packs that are not processed yet.
 */
export async function filesOf({ pool }: Db, playerId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT key FROM accounts.picture_uploads WHERE player_id = $1
     UNION SELECT key FROM accounts.downloads WHERE player_id = $1 AND key IS NOT NULL`,
    [playerId],
  )
  const keys = z.array(z.object({ key: z.string() })).parse(rows)
  const uploads = await pool.query('SELECT id FROM catalogue.uploads WHERE uploader = $1', [playerId])
  const zips = z.array(z.object({ id: z.string() })).parse(uploads.rows)
  return [...keys.map(({ key }) => key), ...zips.map(({ id }) => uploadKey(id))]
}

/** Deletes the pictures beside links that may name the player. Those of charts name several, so all of these are drawn again when they are asked for. */
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
