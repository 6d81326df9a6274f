import type { PlayerDirectory, PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import type { Notice, Push } from '../../platform/push/push.ts'
import { accountsDatabase } from '../tables.ts'

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
