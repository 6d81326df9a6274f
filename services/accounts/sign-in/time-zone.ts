import type { Identity } from '../../platform/identity/identity.ts'
import type { AccountsDatabase } from '../tables.ts'

/** The IANA name, if this is one that we know; null otherwise. */
export function knownTimeZone(name: string | undefined): string | null {
  // Intl takes offsets such as +02:00 too, which know nothing of summer.
  if (name === undefined || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Keeps the time zone of the browser that a player signs in with, if it is one that we know. */
export async function keepTimeZone(
  db: AccountsDatabase,
  identity: Pick<Identity, 'forget'>,
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
  if (numUpdatedRows > 0n) identity.forget(playerId)
}
