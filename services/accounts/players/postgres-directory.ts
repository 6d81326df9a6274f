import type { PlayerDirectory, PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import type { Notice, Push } from '../../platform/push/push.ts'

/** The view that the migration of accounts makes, for others to read. */
interface AccountViews {
  'accounts.public_players': {
    id: string
    alias: string
    profile_image_url: string | null
    country_id: number | null
    created_at: Date
  }
}

/** Notices may be lost: no name is shown longer than this after it changed. */
const keptMs = 30_000

/** Names from the tables of accounts, kept in memory until a notice says that a player changed. */
export function postgresDirectory(options: {
  database: Pick<Database, 'pool'>
  push: Push
}): PlayerDirectory & { stop(): void } {
  const db = new Kysely<AccountViews>({ dialect: new PostgresDialect({ pool: options.database.pool }) })
  const kept = new LRUCache<string, PublicPlayer>({ ...lazyCapacity(100_000), ttl: keptMs })
  // Counts what was dropped: a look-up that began before may have read what is no longer so.
  let dropped = 0

  function drop(ids: readonly string[]): void {
    if (ids.length === 0) return
    dropped += 1
    for (const id of ids) kept.delete(id)
  }
  const stop = options.push.subscribe(
    (notice) => drop(playersOf(notice)),
    () => {
      dropped += 1
      kept.clear()
    },
  )

  async function load(ids: readonly string[]): Promise<PublicPlayer[]> {
    const before = dropped
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
    }))
    if (before === dropped) for (const player of players) kept.set(player.id, player)
    return players
  }

  return {
    async lookUp(ids) {
      const found = new Map<string, PublicPlayer>()
      const missing = new Set<string>()
      for (const id of ids) {
        const player = kept.get(id)
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
    case 'switched':
      return []
  }
}
