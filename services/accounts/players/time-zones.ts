import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import { accountsDatabase } from '../tables.ts'

/** Maximum age of a cached time zone, ms. It changes when a player signs in elsewhere. */
const ttlMs = 30_000

export function postgresTimeZones(database: Pick<Database, 'pool'>): TimeZoneOf {
  const db = accountsDatabase(database)
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
