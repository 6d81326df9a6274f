import { daysToTakeBack } from '@stepledger/contracts/http/erasure.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import type { AccountsDatabase } from '../tables.ts'

const waitMs = daysToTakeBack * 24 * 3600 * 1000

/**
 * Schedules the erasure a week from now and returns its time, in the transaction that uses the mail's link. Returns null
 * when the erasure was cancelled or never requested.
 */
export async function confirmErasure(db: AccountsDatabase, at: Date, playerId: string): Promise<Date | null> {
  const requested = await db
    .selectFrom('accounts.erasures')
    .select('erase_at')
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!requested) return null
  if (requested.erase_at !== null) return requested.erase_at
  const eraseAt = new Date(at.getTime() + waitMs)
  await db
    .updateTable('accounts.erasures')
    .set({ erase_at: eraseAt })
    .where('player_id', '=', playerId)
    .execute()
  await queueMailToPlayer(db, at, playerId, { kind: 'erasureAsked', eraseAt: eraseAt.toISOString() })
  await insertAuditEntry(db, {
    at,
    playerId,
    what: 'Account deletion confirmed',
    details: { erasedOn: eraseAt.toISOString() },
  })
  return eraseAt
}
