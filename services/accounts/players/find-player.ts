import { playerId } from '@stepledger/contracts/ids.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { uniqueKey } from './unique-key.ts'

/** A player by id. `alias`: null if the account was deleted or never existed. */
export interface FoundPlayer {
  readonly id: string
  readonly alias: string | null
}

const rows = z.array(z.object({ id: z.string(), alias: z.string() })).max(1)

/**
 * Finds a player by current or former alias, or by id. An id without an account is returned as it is, because the ledger
 * may have its events; null for an unknown alias. Reads only views that the roles of all services may read.
 */
export async function findPlayer(
  { pool }: Pick<Database, 'pool'>,
  aliasOrId: string,
): Promise<FoundPlayer | null> {
  const id = playerId.safeParse(aliasOrId)
  const answer = id.success
    ? await pool.query('select id, alias from accounts.public_players where id = $1', [id.data])
    : await pool.query(
        `select p.id, p.alias from accounts.aliases a join accounts.public_players p on p.id = a.player_id
         where a.alias_key = $1 limit 1`,
        [uniqueKey(aliasOrId.trim())],
      )
  const [found] = rows.parse(answer.rows)
  return found ?? (id.success ? { id: id.data, alias: null } : null)
}

const privileges = z.tuple([z.object({ granted: z.boolean() })])
const ownerRows = z.array(z.object({ key: z.string(), aliases: z.array(z.string()) }))

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
  return new Map(ownerRows.parse(answer.rows).map(({ key, aliases }) => [key, aliases]))
}
