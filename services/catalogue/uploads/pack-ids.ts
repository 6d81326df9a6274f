import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

type Db = Pick<Database, 'pool'>

/** A pack by its id. `owner`: the player who may upload it again; null: operators only. */
export interface OwnedPack {
  readonly id: number
  readonly owner: string | null
}

const ownedPacks = z.array(z.object({ id: z.number(), owner: z.string().nullable() }))

/** The pack of this name, whatever its case; null where there is none. */
export async function packNamed({ pool }: Db, name: string): Promise<OwnedPack | null> {
  const { rows } = await pool.query('SELECT id, owner FROM catalogue.packs WHERE key = $1', [packKey(name)])
  return ownedPacks.parse(rows)[0] ?? null
}

/** The same, a new one of this uploader (null: an operator) for a name that was not used before. */
export async function packFor(db: Db, name: string, uploader: string | null): Promise<OwnedPack> {
  // The second statement, not the first, sees what another process inserted meanwhile.
  await db.pool.query('INSERT INTO catalogue.packs (key, owner) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    packKey(name),
    uploader,
  ])
  const pack = await packNamed(db, name)
  if (!pack) throw new Error('a pack was deleted while it was looked up')
  return pack
}

/** Whether this uploader may upload a pack: its owner, and operators (null). */
export function mayUpload(pack: OwnedPack, uploader: string | null): boolean {
  return uploader === null || pack.owner === uploader
}

/** The ids of the packs that a player owns. */
export async function packsOwnedBy({ pool }: Db, player: string): Promise<number[]> {
  const { rows } = await pool.query('SELECT id, owner FROM catalogue.packs WHERE owner = $1', [player])
  return ownedPacks.parse(rows).map(({ id }) => id)
}

/** Passes a pack on to a player; null: to the operators. */
export async function setPackOwner({ pool }: Db, id: number, owner: string | null): Promise<void> {
  await pool.query('UPDATE catalogue.packs SET owner = $2 WHERE id = $1', [id, owner])
}

/** Lets a pack have another name: false where another pack has it. */
export async function renamePackKey({ pool }: Db, id: number, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE catalogue.packs SET key = $2 WHERE id = $1
       AND NOT EXISTS (SELECT FROM catalogue.packs other WHERE other.key = $2 AND other.id <> $1)`,
    [id, packKey(name)],
  )
  return rowCount === 1
}

/** A song with what was appended of it last, SHA-256; null for nothing. */
export interface KnownSong {
  readonly id: number
  readonly content: Buffer | null
}

const song = z.tuple([z.object({ id: z.number(), content: z.instanceof(Buffer).nullable() })])

/** The song of a pack that lies in this folder, whatever the case of its name; a new one where none did. */
export async function songOf({ pool }: Db, packId: number, folder: string): Promise<KnownSong> {
  const key = packKey(folder)
  await pool.query('INSERT INTO catalogue.songs (pack, folder) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    packId,
    key,
  ])
  const { rows } = await pool.query(
    'SELECT id, content FROM catalogue.songs WHERE pack = $1 AND folder = $2',
    [packId, key],
  )
  return song.parse(rows)[0]
}

/** Notes what was appended of a song. */
export async function noteContent({ pool }: Db, songId: number, content: Buffer): Promise<void> {
  await pool.query('UPDATE catalogue.songs SET content = $2 WHERE id = $1', [songId, content])
}
