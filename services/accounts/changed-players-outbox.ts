import { followCountries } from '@stepledger/projections/countries/countries.ts'
import type { Accounts } from './deps.ts'
import type { AccountsDatabase } from './tables.ts'

const batchSize = 100

export async function recordChange(db: AccountsDatabase, playerId: string, at: Date): Promise<void> {
  await db.insertInto('accounts.outbox').values({ player_id: playerId, at }).execute()
}

interface Change {
  readonly id: number
  readonly player_id: string
}

/**
 * Follows the countries of changed players, then publishes the notices of the outbox, at least once each. Those left by a
 * crash are published at the next start.
 */
export async function deliverChanges({ db, push }: Pick<Accounts, 'db' | 'push'>): Promise<void> {
  for (let sent = batchSize; sent === batchSize; ) {
    const changes = await db
      .selectFrom('accounts.outbox')
      .selectAll()
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (changes.length === 0) return
    // Committed before the notices, because pages that they invalidate are read at once.
    const countries = await followChanges(db, changes)
    sent = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('accounts.outbox')
        .selectAll()
        .where(
          'id',
          'in',
          changes.map(({ id }) => id),
        )
        .orderBy('id')
        .forUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      const changed = countries.length > 0 ? { countries } : {}
      for (const row of rows) push.publish({ kind: 'player', player: row.player_id, ...changed })
      const ids = rows.map((row) => row.id)
      await trx.deleteFrom('accounts.outbox').where('id', 'in', ids).execute()
      return rows.length
    })
  }
}

/** Idempotent. The locks keep a concurrent delivery from writing an older country over a newer one. */
function followChanges(db: AccountsDatabase, changes: readonly Change[]): Promise<number[]> {
  const ids = [...new Set(changes.map(({ player_id }) => player_id))]
  return db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('accounts.players')
      .select(['id', 'country_id'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forShare()
      .execute()
    const countryOf = new Map(accounts.map(({ id, country_id }) => [id, country_id]))
    return followCountries(
      trx,
      ids.map((player) => ({ player, country: countryOf.get(player) ?? null })),
    )
  })
}

export function deliverChangesInBackground({ db, push, log }: Pick<Accounts, 'db' | 'push' | 'log'>): void {
  deliverChanges({ db, push }).catch((error: unknown) =>
    log.warn(`notices of changed players are delayed: ${String(error)}`),
  )
}
