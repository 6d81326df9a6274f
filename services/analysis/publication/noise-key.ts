import type pg from 'pg'
import { z } from 'zod'

const rows = z.tuple([z.object({ key: z.string().length(64) })])

/** The key that the noise of published numbers follows from, 64 hex digits. It never leaves the server. */
export async function readNoiseKey(db: Pick<pg.ClientBase, 'query'>): Promise<string> {
  return rows.parse((await db.query("SELECT encode(key, 'hex') AS key FROM analysis.noise")).rows)[0].key
}
