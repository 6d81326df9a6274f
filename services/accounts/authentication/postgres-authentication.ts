import { minutesOfProof } from '@stepledger/contracts/http/route.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type {
  Authentication,
  Caller,
  PlayerSecrets,
  TokenUse,
} from '../../platform/authentication/authentication.ts'
import { batched } from '../../platform/database/batched.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { lazyCapacity } from '../../platform/memory/lazy-capacity.ts'
import { lookUpCache } from '../../platform/memory/look-up-cache.ts'
import { accountsDatabase } from '../tables.ts'
import { credentialHash } from './credential-hash.ts'
import { networkOf } from './network-of.ts'

interface Credential {
  readonly caller: Caller
  /** ms since 1970; infinite for keys. */
  readonly expiresAt: number
}

/** Maximum age of a cached credential, ms: bounds how long a deleted one works when its notice is lost. */
const defaultTtlMs = 3000

/** Minimum interval between updates of a credential's last use. */
const lastUseIntervalMs = 60_000

interface PostgresIdentityOptions {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
  /** How long a look-up is cached without an invalidation. */
  readonly ttlMs?: number
}

/** Authenticates tokens against Postgres, with a short-lived cache. */
export function postgresAuthentication({
  database,
  log,
  now,
  ttlMs = defaultTtlMs,
}: PostgresIdentityOptions): Authentication {
  const db = accountsDatabase(database)
  const credentials = lookUpCache<Credential>(50_000, ttlMs, ({ caller }, id) => {
    return caller.credentialId === id || caller.playerId === id
  })
  const secrets = lookUpCache<PlayerSecrets & { playerId: string }>(50_000, ttlMs, ({ playerId }, id) => {
    return playerId === id
  })
  const lastUses = new LRUCache<string, number>(lazyCapacity(50_000))

  const findRow = batched(
    (hashes: readonly Buffer[]) =>
      db
        .selectFrom('accounts.credentials')
        .selectAll()
        .where('hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
        .execute(),
    (hash) => hash.toString('base64'),
    ({ hash }) => hash,
  )

  async function findCredential(hash: Buffer): Promise<Credential | null> {
    const row = await findRow(hash)
    if (!row) return null
    const caller: Caller = {
      by: row.kind,
      credentialId: row.id,
      playerId: row.player_id,
      permissions: new Set(row.permissions),
    }
    return { caller, expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY }
  }

  async function findSecrets(playerId: string) {
    const row = await db
      .selectFrom('accounts.player_secrets')
      .selectAll()
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    if (!row) return null
    return { playerId, sealingKey: row.sealing_key, timeZone: row.time_zone, verified: row.verified }
  }

  /** Updates the last use in the background, so that a play does not wait for it. */
  function recordUse({ by, credentialId }: Caller, use: TokenUse | undefined): void {
    const at = now()
    if (at - (lastUses.get(credentialId) ?? Number.NEGATIVE_INFINITY) < lastUseIntervalMs) return
    lastUses.set(credentialId, at)
    const lastUse = { last_used_at: sql<Date>`greatest(last_used_at, ${new Date(at)}::timestamptz)` }
    const update =
      by === 'session'
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

  function callerOf({ caller, expiresAt }: Credential, use: TokenUse | undefined): Caller | null {
    if (expiresAt <= now()) return null
    recordUse(caller, use)
    return caller
  }

  async function lookUp(hash: Buffer, key: string, use: TokenUse | undefined): Promise<Caller | null> {
    const credential = await credentials.get(key, () => findCredential(hash))
    return credential && callerOf(credential, use)
  }

  return {
    authenticate(token, use) {
      const hash = credentialHash(token)
      const key = hash.toString('base64')
      const cached = credentials.kept(key)
      return cached ? callerOf(cached, use) : lookUp(hash, key, use)
    },
    async hasRecentProof(sessionId) {
      const proof = await db
        .selectFrom('accounts.sessions')
        .select('id')
        .where('id', '=', sessionId)
        .where('proved_at', '>', new Date(now() - minutesOfProof * 60_000))
        .executeTakeFirst()
      return proof !== undefined
    },
    secretsOf: (playerId) => secrets.get(playerId, () => findSecrets(playerId)),
    forget(id) {
      credentials.forget(id)
      secrets.forget(id)
    },
    forgetAll() {
      credentials.forgetAll()
      secrets.forgetAll()
    },
  }
}
