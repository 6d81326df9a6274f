import { type Generated, type JSONColumnType, Kysely, PostgresDialect, type Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'

interface Players {
  id: string
  alias: string
  alias_key: string
  /** As searches compare aliases: search-text.ts. Null in rows of older releases where it is `alias_key`. */
  search_key: string | null
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
  /** 32 bytes: the key that encrypts the unknown fields of the player's plays. */
  sealing_key: Buffer
  preferred_leaderboards: number[]
  in_published_data: Generated<boolean>
  /** Device tokens of earlier epochs are invalid. */
  device_epoch: Generated<number>
  created_at: Date
  updated_at: Date
}
export type PlayerRow = Selectable<Players>

interface Sessions {
  id: string
  player_id: string
  /** `operator`: a token for the `ledger` command, which opens `/api/admin` alone. */
  kind: Generated<'session' | 'operator'>
  token_hash: Buffer
  /** Browser and system, to recognise the session by. */
  device: Generated<string>
  created_at: Date
  /** When the caller last confirmed the password or a passkey. */
  proved_at: Date | null
  last_used_at: Date | null
  expires_at: Date
}

interface ApiKeys {
  id: string
  player_id: string
  key_hash: Buffer
  fingerprint: string
  /** By default the device on which it was created. */
  name: string | null
  /** What asked for it with a code, as it calls itself. */
  machine: string | null
  created_at: Date
  last_used_at: Date | null
  /** Truncated IP address of the last use. */
  last_used_network: string | null
  /** Client of the last use: game and module, with versions. */
  last_used_client: string | null
}
export type ApiKeyRow = Selectable<ApiKeys>

interface DeviceLinks {
  device_code_hash: Buffer
  user_code: string
  client: string
  machine: string | null
  /** Truncated IP address that asked for the code. */
  network: string | null
  created_at: Date
  expires_at: Date
  polled_at: Date | null
  refused_at: Date | null
  /** The key that the machine gets, once a player has allowed it. */
  api_key_id: string | null
}
export type DeviceLinkRow = Selectable<DeviceLinks>

interface Mails {
  id: Generated<number>
  /** Null: the player with this address, if any, is looked up when it is sent. */
  player_id: string | null
  kind: string
  address: string
  address_key: string
  details: JSONColumnType<Record<string, unknown>>
  created_at: Date
  tries: Generated<number>
  next_try_at: Date
}
export type MailRow = Selectable<Mails>

interface MailLinks {
  token_hash: Buffer
  player_id: string
  purpose: string
  /** Unique key of the address that the mail went to. */
  address_key: string
  /** `proveOldEmail` only: the new address that the old one confirms. */
  new_address_key: string | null
  expires_at: Date
  used_at: Date | null
}

interface EmailChanges {
  player_id: string
  email: string
  email_key: string
  old_proved_at: Date | null
  new_proved_at: Date | null
  expires_at: Date
}

interface Passkeys {
  id: string
  player_id: string
  credential_id: Buffer
  /** COSE. */
  public_key: Buffer
  counter: number
  name: string | null
  device_type: string
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}
export type PasskeyRow = Selectable<Passkeys>

interface Downloads {
  player_id: string
  state: 'waiting' | 'making' | 'ready' | 'failed'
  plays_done: Generated<number>
  plays_total: Generated<number>
  /** Storage key of the zip. */
  key: string | null
  bytes: number | null
  asked_at: Date
  expires_at: Date | null
  token_hash: Buffer | null
  token_until: Date | null
}
export type DownloadRow = Selectable<Downloads>

interface Audit {
  id: Generated<number>
  at: Date
  player_id: string | null
  by: string
  what: string
  details: JSONColumnType<Record<string, unknown>>
}

interface NotificationSettings {
  player_id: string
  /** Notifications until then were seen. */
  seen_at: Date | null
  /** The kinds that the bell does not show: later kinds are turned on by default. */
  unwanted: string[]
  weekly_mail: boolean
  /** Until when weekly mails listed notifications. */
  mailed_at: Date
}

interface AccountTables {
  'accounts.players': Players
  'accounts.sessions': Sessions
  'accounts.api_keys': ApiKeys
  'accounts.device_links': DeviceLinks
  'accounts.permissions': { player_id: string; permission: string; granted_at: Date }
  /** Visual skeletons of aliases, unique over all players. Accounts older than this table may have none. */
  'accounts.alias_looks': { look: string; player_id: string }
  'accounts.alias_endings': { ending: string; player_id: string }
  'accounts.former_aliases': { alias_key: string; alias: string; player_id: string; until: Date }
  /** A view of current and former aliases. */
  'accounts.aliases': { alias_key: string; player_id: string }
  'accounts.mails': Mails
  'accounts.mail_links': MailLinks
  'accounts.email_changes': EmailChanges
  'accounts.passkeys': Passkeys
  'accounts.passkey_challenges': { challenge_hash: Buffer; player_id: string | null; expires_at: Date }
  'accounts.picture_uploads': { key: string; player_id: string; issued_at: Date }
  'accounts.downloads': Downloads
  /** `erase_at` null: not confirmed yet. `gone_at`: when the account was deleted. */
  'accounts.erasures': { player_id: string; asked_at: Date; erase_at: Date | null; gone_at: Date | null }
  'accounts.audit': Audit
  /** Only of players who changed or saw something; all others have the default. */
  'accounts.notification_settings': NotificationSettings
  /** Signing keys of this system. */
  'accounts.secrets': { name: string; value: Buffer }
  'accounts.kept_names': { slug: string; name: string }
  /** The outbox of notices about players whose public data changed. */
  'accounts.outbox': { id: Generated<number>; player_id: string; at: Date }
  /** Of the service `competitions`: a data download contains them, and an erasure deletes them. */
  'competitions.drafts': { owner: string; document: unknown; created_at: Date; updated_at: Date }
  'competitions.invited': { player: string; slug: string; opened_at: Date }
  'competitions.pictures': { owner: string; sha256: string; used_at: Date }
  // Views, for the adapters that other services use.
  'accounts.credentials': {
    hash: Buffer
    kind: 'session' | 'operator' | 'apiKey'
    id: string
    player_id: string
    expires_at: Date | null
    permissions: string[]
  }
  'accounts.player_secrets': {
    player_id: string
    sealing_key: Buffer
    time_zone: string | null
    verified: boolean
  }
  'accounts.preferred_boards': { player_id: string; systems: number[] }
  'accounts.public_players': {
    id: string
    alias: string
    profile_image_url: string | null
    country_id: number | null
    created_at: Date
    updated_at: Date
  }
  'accounts.time_zones': { player_id: string; time_zone: string | null }
}
export type AccountsDatabase = Kysely<AccountTables>

/** A typed query builder. Must not be destroyed: the pool belongs to `database`. */
export function accountsDatabase(database: Pick<Database, 'pool'>): AccountsDatabase {
  return new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool: database.pool }) })
}
