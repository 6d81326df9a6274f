import { timingSafeEqual } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { minutesOfProof, permission } from '@stepledger/contracts/http/route.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type {
  Authentication,
  Caller,
  PlayerSecrets,
  TokenUse,
} from '../../platform/authentication/authentication.ts'
import { batched } from '../../platform/database/batched.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Listening, listen } from '../../platform/database/listen.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Log } from '../../platform/log/log.ts'
import { lazyCapacity, lookUpCache } from '../../platform/memory/look-up-cache.ts'
import { type ActingOperator, idOfOperator } from '../operations/operators.ts'
import { credentialHash } from '../sign-in/credentials.ts'
import { type AccountsDatabase, accountsDatabase } from '../tables.ts'

interface Credential {
  readonly caller: Caller
  /** ms since 1970; infinite for keys. */
  readonly expiresAt: number
}

/** Maximum age of a cached credential, ms: bounds how long a deleted one works when its notice is lost. */
const defaultTtlMs = 3000

interface AuthenticationOptions {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
  /** How long a look-up is cached without an invalidation. */
  readonly ttlMs?: number
  /** Of the commands on the server's machine (operatorToken); null accepts none. */
  readonly operatorSecret?: string | null
}

/** Authenticates tokens against Postgres, with a short-lived cache. */
export function postgresAuthentication({
  database,
  log,
  now,
  ttlMs = defaultTtlMs,
  operatorSecret = null,
}: AuthenticationOptions): Authentication {
  const db = accountsDatabase(database)
  const credentials = lookUpCache<Credential>(50_000, ttlMs, ({ caller }, id) => {
    return caller.credentialId === id || caller.playerId === id
  })
  const secrets = lookUpCache<PlayerSecrets & { playerId: string }>(50_000, ttlMs, ({ playerId }, id) => {
    return playerId === id
  })

  const findCredential = credentialFinder(db)
  const recordUse = lastUseRecorder(db, log, now)

  function callerOf({ caller, expiresAt }: Credential, use: TokenUse | undefined): Caller | null {
    if (expiresAt <= now()) return null
    recordUse(caller, use)
    return caller
  }

  async function lookUp(hash: Buffer, key: string, use: TokenUse | undefined): Promise<Caller | null> {
    const credential = await credentials.get(key, () => findCredential(hash))
    return credential && callerOf(credential, use)
  }

  async function operator(token: string): Promise<Caller | null> {
    const named = operatorSecret === null ? null : operatorOf(token, operatorSecret)
    if (named === null) return null
    return {
      by: 'operator',
      credentialId: 'operator',
      playerId: await idOfOperator(db, { ...named, reason: null }),
      permissions: new Set(permission.options),
    }
  }

  return {
    authenticate(token, use) {
      if (isOperatorToken(token)) return operator(token)
      const hash = credentialHash(token)
      const key = hash.toString('base64')
      const cached = credentials.cached(key)
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
    secretsOf: (playerId) => secrets.get(playerId, () => findSecrets(db, playerId)),
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

/** Finds credentials by the hash of their token; concurrent look-ups share a statement. */
function credentialFinder(db: AccountsDatabase): (hash: Buffer) => Promise<Credential | null> {
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
  return async (hash) => {
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
}

async function findSecrets(db: AccountsDatabase, playerId: string) {
  const row = await db
    .selectFrom('accounts.player_secrets')
    .selectAll()
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!row) return null
  return { playerId, sealingKey: row.sealing_key, timeZone: row.time_zone, verified: row.verified }
}

/** Minimum interval between updates of a credential's last use. */
const intervalMs = 60_000

/** Updates the last use of a credential in the background, so that a play does not wait for it. `now`: ms since 1970. */
function lastUseRecorder(db: AccountsDatabase, log: Log, now: () => number) {
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

/** Postgres channel of these notices. */
export const accessChannel = 'access'

/**
 * Notifies every process that a credential or permission changed. `id`: of the session, key or player. Delivered at
 * commit. Uses Postgres instead of push, so that operator commands beside a server can send it too.
 */
export async function notifyAccessChanged(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`select pg_notify(${accessChannel}, ${id})`.execute(db)
}

/** Invalidates the cache of `authentication` on `notifyAccessChanged`; all of it when a notice may have been missed. */
export function onAccessChanged(database: Database, log: Log, authentication: Authentication): Listening {
  return listen(database, log, {
    channel: accessChannel,
    onNotice: (id) => (id === undefined ? authentication.forgetAll() : authentication.forget(id)),
    onMissed: () => authentication.forgetAll(),
  })
}

type OperatorName = Pick<ActingOperator, 'name' | 'mayBeAlias'>

const named = z.object({ name: z.string().trim().min(1).max(60), mayBeAlias: z.boolean() })

/** Who can read the secret of a server may act on it under a name of their own. */
export function operatorToken(secret: string, { name, mayBeAlias }: OperatorName): string {
  return `operator.${secret}.${Buffer.from(JSON.stringify({ name, mayBeAlias })).toString('base64url')}`
}

function isOperatorToken(token: string): boolean {
  return token.startsWith('operator.')
}

/** Null if the token is not of this secret. */
function operatorOf(token: string, secret: string): OperatorName | null {
  const [, given = '', name = ''] = token.split('.', 3)
  if (!timingSafeEqual(credentialHash(given), credentialHash(secret))) return null
  try {
    return named.parse(JSON.parse(Buffer.from(name, 'base64url').toString()))
  } catch {
    return null
  }
}
