import type {
  FindByAlias,
  PreferredBoards,
  PublishedPlayers,
  TimeZoneOf,
} from '@stepledger/contracts/players/player-directory.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import { accountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Finds players by current or former alias. */
export function postgresAliases(database: Pick<Database, 'pool'>): FindByAlias {
  const db = accountsDatabase(database)
  return async (alias) => {
    const row = await db
      .selectFrom('accounts.aliases')
      .select('player_id')
      .where('alias_key', '=', uniqueKey(alias))
      .limit(1)
      .executeTakeFirst()
    return row?.player_id ?? null
  }
}

export function postgresPreferredBoards(database: Pick<Database, 'pool'>): PreferredBoards {
  const db = accountsDatabase(database)
  return async (playerId) => {
    const row = await db
      .selectFrom('accounts.preferred_boards')
      .select('systems')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    return row?.systems ?? []
  }
}

const rows = z.array(z.object({ id: z.string() }))

/** Filters players to those with an account that is part of the published data. */
export function postgresPublishedPlayers({ pool }: Pick<Database, 'pool'>): PublishedPlayers {
  return async (ids) => {
    if (ids.length === 0) return new Set()
    const result = await pool.query(
      'SELECT id FROM accounts.players WHERE id = ANY($1::uuid[]) AND in_published_data',
      [[...ids]],
    )
    return new Set(rows.parse(result.rows).map(({ id }) => id))
  }
}

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
