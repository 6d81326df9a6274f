import { isIP, isIPv4 } from 'node:net'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Caller, TokenUse } from '../../platform/authentication/authentication.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Log } from '../../platform/log/log.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import type { AccountsDatabase } from '../tables.ts'

/** Minimum interval between updates of a credential's last use. */
const intervalMs = 60_000

/** Updates the last use of a credential in the background, so that a play does not wait for it. `now`: ms since 1970. */
export function lastUseRecorder(db: AccountsDatabase, log: Log, now: () => number) {
  const recordedAt = new LRUCache<string, number>(lazyCapacity(50_000))
  return ({ by, credentialId }: Caller, use: TokenUse | undefined): void => {
    const at = now()
    if (at - (recordedAt.get(credentialId) ?? Number.NEGATIVE_INFINITY) < intervalMs) return
    recordedAt.set(credentialId, at)
    const lastUse = { last_used_at: sql<Date>`greatest(last_used_at, ${new Date(at)}::timestamptz)` }
    const update =
      by !== 'apiKey'
        ? db.updateTable('accounts.sessions').set(lastUse).where('id', '=', credentialId).execute()
        : db
            .updateTable('accounts.api_keys')
            .set({
              ...lastUse,
              ...(use && { last_used_network: networkOf(use.address), last_used_client: use.client }),
            })
            .where('id', '=', credentialId)
            .execute()
    update.catch((error: unknown) => log.warn(`the last use of a ${by} was not recorded: ${String(error)}`))
  }
}

/** Truncates an IP address for display: `203.0.113.x`, `2001:db8:7::`. Null when it is not an address. */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0) return null
  const key = addressKey(address)
  return isIPv4(key) ? key.replace(/\d+$/, 'x') : `${key.split(':').slice(0, 3).join(':')}::`
}
