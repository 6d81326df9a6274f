import type pg from 'pg'
import { z } from 'zod'

const rows = z.tuple([z.object({ key: z.string().length(64) })])

/** Returns the secret key from which the noise of published numbers is derived, 64 hex digits. */
export async function readNoiseKey(db: Pick<pg.ClientBase, 'query'>): Promise<string> {
  return rows.parse((await db.query("SELECT encode(key, 'hex') AS key FROM analysis.noise")).rows)[0].key
}
