import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'

/** A view of the accounts schema. */
interface AccountViews {
  'accounts.time_zones': { player_id: string; time_zone: string | null }
}

/** Maximum age of a cached time zone, ms. It changes when a player signs in elsewhere. */
const ttlMs = 30_000

/** Reads players' time zones from Postgres. */
export function postgresTimeZones(database: Pick<Database, 'pool'>): TimeZoneOf {
  const db = new Kysely<AccountViews>({ dialect: new PostgresDialect({ pool: database.pool }) })
  const cache = new LRUCache<string, { readonly zone: string | null }>({
    ...lazyCapacity(10_000),
    ttl: ttlMs,
  })
  return async (playerId) => {
    const cached = cache.get(playerId)
    if (cached) return cached.zone
    const row = await db
      .selectFrom('accounts.time_zones')
      .select('time_zone')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    const zone = row?.time_zone ?? null
    cache.set(playerId, { zone })
    return zone
  }
}
