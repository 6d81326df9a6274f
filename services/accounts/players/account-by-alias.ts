import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { uniqueKey } from './unique-key.ts'

const accounts = z.array(
  z.object({ id: z.string(), sealingKey: z.instanceof(Buffer).transform((key) => new Uint8Array(key)) }),
)

/** Returns the id of the account with this alias, ignoring case, and the key that seals its plays; null if there is none. */
export async function accountByAlias(
  { pool }: Pick<Database, 'pool'>,
  alias: string,
): Promise<z.infer<typeof accounts>[number] | null> {
  const { rows } = await pool.query(
    'select id, sealing_key as "sealingKey" from accounts.players where alias_key = $1',
    [uniqueKey(alias.trim())],
  )
  return accounts.parse(rows)[0] ?? null
}
