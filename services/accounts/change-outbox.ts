import type { Accounts } from './deps.ts'
import type { AccountsDatabase } from './tables.ts'

const batchSize = 100

/** Inserts a changed player into the outbox, in the transaction of the change. */
export async function recordChange(db: AccountsDatabase, playerId: string, at: Date): Promise<void> {
  await db.insertInto('accounts.outbox').values({ player_id: playerId, at }).execute()
}

/** Publishes the notices of the outbox, at least once each. Those left by a crash are published at the next start. */
export async function deliverChanges({ db, push }: Pick<Accounts, 'db' | 'push'>): Promise<void> {
  for (let sent = batchSize; sent === batchSize; ) {
    sent = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('accounts.outbox')
        .selectAll()
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      for (const row of rows) push.publish({ kind: 'player', player: row.player_id })
      const ids = rows.map((row) => row.id)
      await trx.deleteFrom('accounts.outbox').where('id', 'in', ids).execute()
      return rows.length
    })
  }
}

/** Publishes the notices in the background. */
export function deliverChangesInBackground({ db, push, log }: Pick<Accounts, 'db' | 'push' | 'log'>): void {
  deliverChanges({ db, push }).catch((error: unknown) =>
    log.warn(`notices of changed players are delayed: ${String(error)}`),
  )
}
