import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

const privileges = z.tuple([z.object({ granted: z.boolean() })])
const rows = z.array(z.object({ key: z.string(), aliases: z.array(z.string()) }))

/**
 * Returns the aliases of the players whose API keys begin with these characters; keys of different players may begin
 * alike. Null if this role may not read API keys, as only that of accounts may.
 */
export async function ownersOfKeys(
  { pool }: Pick<Database, 'pool'>,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const privilege = await pool.query(
    `select has_schema_privilege('accounts', 'usage') and has_column_privilege('accounts.api_keys', 'fingerprint', 'select')
      and has_column_privilege('accounts.players', 'alias', 'select') as granted`,
  )
  if (!privileges.parse(privilege.rows)[0].granted) return null
  const answer = await pool.query(
    `select prefix as key, array_agg(distinct p.alias) as aliases
     from unnest($1::text[]) as prefix join accounts.api_keys k on k.fingerprint = prefix || '…'
     join accounts.players p on p.id = k.player_id group by prefix`,
    [prefixes],
  )
  return new Map(rows.parse(answer.rows).map(({ key, aliases }) => [key, aliases]))
}
