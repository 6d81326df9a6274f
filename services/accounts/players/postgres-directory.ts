import type {
  FindByAlias,
  FindByAliases,
  PlayerDirectory,
  PreferredBoards,
  PublicPlayer,
  PublishedPlayers,
  TimeZoneOf,
} from '@stepledger/contracts/players/player-directory.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/look-up-cache.ts'
import type { Notice, Push } from '../../platform/push/push.ts'
import { accountsDatabase } from '../tables.ts'
import { uniqueKey } from './unique-key.ts'

/** Maximum age of a cached name, ms: bounds staleness when a notice is lost. */
const ttlMs = 30_000

/** Caches players from Postgres; a notice invalidates those that changed. */
export function postgresDirectory(options: {
  database: Pick<Database, 'pool'>
  push: Push
}): PlayerDirectory & { stop(): void } {
  const db = accountsDatabase(options.database)
  const cache = new LRUCache<string, PublicPlayer>({ ...lazyCapacity(100_000), ttl: ttlMs })
  // A query that began before an invalidation may return stale rows, which must not be cached.
  let invalidations = 0

  function invalidate(ids: readonly string[]): void {
    if (ids.length === 0) return
    invalidations += 1
    for (const id of ids) cache.delete(id)
  }
  const stop = options.push.subscribe(
    (notice) => invalidate(playersOf(notice)),
    () => {
      invalidations += 1
      cache.clear()
    },
  )

  async function load(ids: readonly string[]): Promise<PublicPlayer[]> {
    const before = invalidations
    const rows = await db
      .selectFrom('accounts.public_players')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    const players = rows.map((row) => ({
      id: row.id,
      alias: row.alias,
      profileImageUrl: row.profile_image_url,
      countryId: row.country_id,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
    }))
    if (before === invalidations) for (const player of players) cache.set(player.id, player)
    return players
  }

  return {
    async lookUp(ids) {
      const found = new Map<string, PublicPlayer>()
      const missing = new Set<string>()
      for (const id of ids) {
        const player = cache.get(id)
        if (player) found.set(id, player)
        else missing.add(id)
      }
      if (missing.size > 0) for (const player of await load([...missing])) found.set(player.id, player)
      return found
    },
    stop,
  }
}

function playersOf(notice: Notice): readonly string[] {
  switch (notice.kind) {
    case 'player':
      return [notice.player]
    case 'folded':
      return notice.players
    case 'standings':
    case 'operations':
    case 'switched':
      return []
  }
}

export function postgresAliases(database: Pick<Database, 'pool'>): FindByAlias {
  const find = postgresAliasesAtOnce(database)
  return async (alias) => (await find([alias]))[0] ?? null
}

export function postgresAliasesAtOnce(database: Pick<Database, 'pool'>): FindByAliases {
  const db = accountsDatabase(database)
  return async (aliases) => {
    if (aliases.length === 0) return []
    const rows = await db
      .selectFrom('accounts.aliases')
      .select('player_id')
      .distinct()
      .where('alias_key', 'in', aliases.map(uniqueKey))
      .execute()
    return rows.map((row) => row.player_id)
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
const zoneTtlMs = 30_000

export function postgresTimeZones(database: Pick<Database, 'pool'>): TimeZoneOf {
  const db = accountsDatabase(database)
  const cache = new LRUCache<string, { readonly zone: string | null }>({
    ...lazyCapacity(10_000),
    ttl: zoneTtlMs,
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
