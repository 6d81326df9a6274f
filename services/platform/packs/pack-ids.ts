import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import { z } from 'zod'
import type { Database } from '../database/database.ts'

type Db = Pick<Database, 'pool'>

const found = z.tuple([z.object({ id: z.number() })])

/** The id of the pack of this name, a new one for a name that nobody has used. */
export async function packIdOf({ pool }: Db, name: string): Promise<number> {
  // The second statement, not the first, sees what another process inserted meanwhile.
  await pool.query('INSERT INTO catalogue.packs (key) VALUES ($1) ON CONFLICT DO NOTHING', [packKey(name)])
  const { rows } = await pool.query('SELECT id FROM catalogue.packs WHERE key = $1', [packKey(name)])
  return found.parse(rows)[0].id
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
