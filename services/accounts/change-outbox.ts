import type { Accounts } from './deps.ts'
import type { AccountsDatabase } from './tables.ts'

const batch = 100

/** Writes down, in the transaction that changes it, that something of a player that pages show has changed. */
export async function recordChange(db: AccountsDatabase, playerId: string, at: Date): Promise<void> {
  await db.insertInto('accounts.outbox').values({ player_id: playerId, at }).execute()
}

/** Tells everybody what was noted. A notice is sent once at least; what a crash left is sent at the next start. */
export async function deliverChanges({ db, push }: Pick<Accounts, 'db' | 'push'>): Promise<void> {
  for (let sent = batch; sent === batch; ) {
    sent = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('accounts.outbox')
        .selectAll()
        .orderBy('id')
        .limit(batch)
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

/** The same, while nobody waits for it. */
export function deliverChangesSoon({ db, push, log }: Pick<Accounts, 'db' | 'push' | 'log'>): void {
  deliverChanges({ db, push }).catch((error: unknown) =>
    log.warn(`the notice of a changed player comes later: ${String(error)}`),
  )
}
