import { z } from 'zod'
import { linkPictures, mayName } from '../link-pictures/picture-key.ts'
import { type MediaEnding, mediaKey } from '../packs/media-key.ts'
import { uploadKey } from '../packs/uploads.ts'
import type { ErasureDeps } from './erasure-deps.ts'

type Db = Pick<ErasureDeps['database'], 'pool'>

const pictureEndings: readonly MediaEnding[] = ['avif', 'webp']

/**
 * The keys of what the storage keeps for a player alone: the picture, unless another player has the same, what was sent to become one, the zip
 * of the own data, and zips of packs that are not processed yet.
 */
export async function filesOf({ pool }: Db, playerId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT key FROM accounts.picture_uploads WHERE player_id = $1
     UNION SELECT key FROM accounts.downloads WHERE player_id = $1 AND key IS NOT NULL`,
    [playerId],
  )
  const keys = z.array(z.object({ key: z.string() })).parse(rows)
  const pictures = await pool.query(
    `SELECT picture FROM accounts.players p WHERE id = $1 AND picture IS NOT NULL
       AND NOT EXISTS (SELECT FROM accounts.players o WHERE o.picture = p.picture AND o.id <> p.id)`,
    [playerId],
  )
  const own = z.array(z.object({ picture: z.string() })).parse(pictures.rows)
  const uploads = await pool.query('SELECT id FROM catalogue.uploads WHERE uploader = $1', [playerId])
  const zips = z.array(z.object({ id: z.string() })).parse(uploads.rows)
  return [
    ...keys.map(({ key }) => key),
    ...own.flatMap(({ picture }) => pictureEndings.map((ending) => mediaKey(picture, ending))),
    ...zips.map(({ id }) => uploadKey(id)),
  ]
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
