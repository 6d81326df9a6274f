import type { Authentication } from '../../platform/authentication/authentication.ts'
import type { AccountsDatabase } from '../tables.ts'

/** Canonical IANA name. */
export function knownTimeZone(name: string | undefined): string | null {
  // Intl also accepts offsets such as +02:00, which have no daylight saving time.
  if (name === undefined || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Stores the time zone of the player's browser, if it is known. */
export async function storeTimeZone(
  db: AccountsDatabase,
  authentication: Pick<Authentication, 'forget'>,
  playerId: string,
  name: string | undefined,
): Promise<void> {
  const timeZone = knownTimeZone(name)
  if (timeZone === null) return
  const { numUpdatedRows } = await db
    .updateTable('accounts.players')
    .set({ time_zone: timeZone })
    .where('id', '=', playerId)
    .where('time_zone', 'is distinct from', timeZone)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) authentication.forget(playerId)
}
