import { type Generated, Kysely, PostgresDialect, type Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'

interface Players {
  id: string
  alias: string
  alias_key: string
  email: string
  email_key: string
  email_verified_at: Date | null
  /** Argon2id, as `$argon2id$v=19$m=…`. */
  password_hash: string
  /** ISO 3166-1 numeric. */
  country_id: number | null
  /** SHA-256 of the picture in the storage, in hex. */
  picture: string | null
  /** IANA name. */
  time_zone: string | null
  /** 32 bytes: seals what the player's game sends beyond the known fields. */
  sealing_key: Buffer
  preferred_leaderboards: number[]
  created_at: Date
  updated_at: Date
}
export type PlayerRow = Selectable<Players>

interface Sessions {
  id: string
  player_id: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}

interface ApiKeys {
  id: string
  player_id: string
  key_hash: Buffer
  fingerprint: string
  created_at: Date
  last_used_at: Date | null
}
export type ApiKeyRow = Selectable<ApiKeys>

interface AccountTables {
  'accounts.players': Players
  'accounts.sessions': Sessions
  'accounts.api_keys': ApiKeys
  'accounts.permissions': { player_id: string; permission: string; granted_at: Date }
  /** What the alias of a player looks like, of which each look is one player's. Accounts from before there were looks may have none. */
  'accounts.alias_looks': { look: string; player_id: string }
  /** What this system signs with, known to its processes alone. */
  'accounts.secrets': { name: string; value: Buffer }
  /** Players of whom something that pages show has changed, until everybody was told. */
  'accounts.outbox': { id: Generated<number>; player_id: string; at: Date }
}
export type AccountsDatabase = Kysely<AccountTables>

/** The tables of accounts, typed. Don't destroy it: the pool is the database's. */
export function accountsDatabase(database: Pick<Database, 'pool'>): AccountsDatabase {
  return new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool: database.pool }) })
}
