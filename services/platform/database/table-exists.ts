import type pg from 'pg'
import { z } from 'zod'

const existing = z.tuple([z.object({ exists: z.boolean() })])

/** Whether a table exists. `name`: with its schema, as in `projector.live`. */
export async function tableExists(connection: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select to_regclass($1) is not null as exists',
    values: [name],
  })
  return existing.parse(rows)[0].exists
}
