import { daysToTakeBack } from '@stepledger/contracts/http/erasure.ts'
import { noteInAudit } from '../audit/audit.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import type { AccountsDatabase } from '../tables.ts'

const waitMs = daysToTakeBack * 24 * 3600 * 1000

/**
 * The player has followed the link of the mail that asks whether the account is to be erased, so the address is proved:
 * it is erased a week later, at the moment that this gives. In the transaction that uses the link. Null: it was taken
 * back, or never asked for, and nothing happens.
 */
export async function confirmErasure(db: AccountsDatabase, at: Date, playerId: string): Promise<Date | null> {
  const asked = await db
    .selectFrom('accounts.erasures')
    .select('erase_at')
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) return null
  if (asked.erase_at !== null) return asked.erase_at
  const eraseAt = new Date(at.getTime() + waitMs)
  await db
    .updateTable('accounts.erasures')
    .set({ erase_at: eraseAt })
    .where('player_id', '=', playerId)
    .execute()
  await queueMailToPlayer(db, at, playerId, { kind: 'erasureAsked', eraseAt: eraseAt.toISOString() })
  await noteInAudit(db, {
    at,
    playerId,
    what: 'Deletion of the account confirmed',
    details: { erasedOn: eraseAt.toISOString() },
  })
  return eraseAt
}
