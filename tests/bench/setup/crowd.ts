import { credentialHash } from '@stepledger/services/accounts/sign-in/credentials.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'

/** Players without a password: hashing one for each would take a minute, and none of them signs in. */
export interface Crowd {
  readonly ids: readonly string[]
  /** API keys of the first players. */
  readonly keys: readonly string[]
}

const firstDay = new Date('2025-01-01T00:00:00Z')

/** The ids of `count` players, the same in every run. */
export function crowdIds(count: number): string[] {
  // Spread over the whole range, as random ids are.
  return Array.from({ length: count }, (_, n) => {
    const spread = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
    return `${spread}-0000-4000-8000-${String(n).padStart(12, '0')}`
  })
}

/** Inserts `count` players into the accounts tables and creates API keys for the first `withKey`. */
export async function fillAccounts(database: Database, count: number, withKey: number): Promise<Crowd> {
  const db = accountsDatabase(database)
  const ids = crowdIds(count)
  for (let from = 0; from < count; from += 1000) {
    const rows = ids.slice(from, from + 1000).map((id, i) => ({
      id,
      alias: `Stepper ${from + i}`,
      alias_key: `stepper ${from + i}`,
      email: `stepper${from + i}@example.com`,
      email_key: `stepper${from + i}@example.com`,
      email_verified_at: null,
      password_hash: 'none',
      country_id: null,
      picture: null,
      time_zone: null,
      sealing_key: Buffer.alloc(32, 1),
      preferred_leaderboards: [],
      created_at: firstDay,
      updated_at: firstDay,
    }))
    await db.insertInto('accounts.players').values(rows).execute()
  }
  const keys = ids.slice(0, withKey).map((_, i) => `sl_bench_${i}`)
  const keyRows = keys.map((key, i) => ({
    id: ids[i] ?? '',
    player_id: ids[i] ?? '',
    key_hash: credentialHash(key),
    fingerprint: key,
    created_at: firstDay,
    last_used_at: null,
  }))
  await db.insertInto('accounts.api_keys').values(keyRows).execute()
  return { ids, keys }
}
