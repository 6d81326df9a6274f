import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { uniqueKey } from '../players/unique-key.ts'

/** The columns of accounts that operator commands read and write. */
interface AccessTables {
  'accounts.players': { id: string; alias: string; alias_key: string; created_at: Date }
  'accounts.permissions': { player_id: string; permission: string; granted_at: Date }
  'accounts.sessions': { id: string; player_id: string; created_at: Date; expires_at: Date }
  'accounts.api_keys': {
    id: string
    player_id: string
    fingerprint: string
    created_at: Date
    last_used_at: Date | null
  }
  'accounts.passkeys': {
    id: string
    player_id: string
    name: string | null
    created_at: Date
    last_used_at: Date | null
  }
  'accounts.audit': {
    id: number
    at: Date
    player_id: string | null
    by: string
    what: string
    details: Record<string, unknown>
  }
}
export type AccessDatabase = Kysely<AccessTables>

/** A typed query builder. Must not be destroyed: the pool belongs to the database. */
export function accessDatabase({ pool }: Pick<Database, 'pool'>): AccessDatabase {
  return new Kysely<AccessTables>({ dialect: new PostgresDialect({ pool }) })
}

/** Finds a player by alias, ignoring case. */
export async function findPlayerByAlias(db: AccessDatabase, alias: string) {
  const player = await db
    .selectFrom('accounts.players')
    .select(['id', 'alias', 'created_at'])
    .where('alias_key', '=', uniqueKey(alias.trim()))
    .executeTakeFirst()
  return player ?? null
}
