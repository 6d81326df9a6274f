import { randomUUID } from 'node:crypto'
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  getKeyFile,
  keyFile,
  keyFileName,
  listApiKeys,
  maxApiKeys,
  renameApiKey,
} from '@stepledger/contracts/http/api-keys.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../platform/authentication/authentication.ts'
import { conflict, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { insertAuditEntry } from './audit.ts'
import { notifyAccessChanged } from './authentication/authenticate-token.ts'
import type { Accounts } from './deps.ts'
import { lockCaller, lockPlayer } from './player-row.ts'
import { credentialHash, fingerprintOf, newApiKey } from './sign-in/credentials.ts'
import { deviceLabel } from './sign-in/sessions.ts'
import type { AccountsDatabase, ApiKeyRow } from './tables.ts'

export function serveApiKeys(app: FastifyInstance, accounts: Accounts): void {
  const { db } = accounts

  serve(app, listApiKeys, async ({ caller }) => {
    const rows = await db
      .selectFrom('accounts.api_keys')
      .selectAll()
      .where('player_id', '=', caller.playerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { apiKeys: rows.map(describe) }
  })

  serve(app, createApiKey, async ({ caller, body, request }) => {
    const key = newApiKey(accounts.random)
    const name = body.name ?? deviceLabel(request.headers['user-agent'])
    const row = await db.transaction().execute((trx) => addKey(accounts, trx, caller, key, { name }))
    const message = "Copy this key now. You won't see it again."
    return { apiKey: describe(row), key, message }
  })

  serve(app, getKeyFile, async ({ caller, request, reply }) => {
    const key = newApiKey(accounts.random)
    const name = deviceLabel(request.headers['user-agent'])
    await db.transaction().execute((trx) => addKey(accounts, trx, caller, key, { name }))
    reply.headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${keyFileName}"`,
    })
    return keyFile(key, accounts.publicUrl())
  })

  serve(app, renameApiKey, async ({ caller, params: { id }, body: { name } }) => {
    const row = await db
      .updateTable('accounts.api_keys')
      .set({ name })
      .where('id', '=', id)
      .where('player_id', '=', caller.playerId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('API key not found')
    return { apiKey: describe(row) }
  })

  serve(app, deleteApiKey, async ({ caller, params: { id } }) => {
    const deleted = await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, caller.playerId)
      const row = await trx
        .deleteFrom('accounts.api_keys')
        .where('id', '=', id)
        .where('player_id', '=', caller.playerId)
        .returning('fingerprint')
        .executeTakeFirst()
      if (row) {
        await notifyAccessChanged(trx, id)
        await auditKey(accounts, trx, caller.playerId, 'API key deleted', row.fingerprint)
      }
      return row
    })
    if (!deleted) throw notFound('API key not found')
    app.guards.authentication.forget(id)
    return { message: 'API key deleted' }
  })
}

/** Adds a key within a transaction. Locks the player, so that concurrent requests can't exceed the maximum. */
export async function addKey(
  accounts: Accounts,
  trx: AccountsDatabase,
  caller: Caller,
  key: string,
  { name, machine = null }: { readonly name: string; readonly machine?: string | null },
): Promise<ApiKeyRow> {
  const { playerId } = caller
  await lockCaller(trx, caller)
  const { count } = await trx
    .selectFrom('accounts.api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  if (count >= maxApiKeys) throw conflict(`You already have ${maxApiKeys} API keys. Delete one first.`)
  await auditKey(accounts, trx, playerId, 'API key created', fingerprintOf(key))
  return trx
    .insertInto('accounts.api_keys')
    .values({
      id: randomUUID(),
      player_id: playerId,
      key_hash: credentialHash(key),
      fingerprint: fingerprintOf(key),
      name,
      machine,
      created_at: new Date(accounts.now()),
      last_used_at: null,
      last_used_network: null,
      last_used_client: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function auditKey(
  { now }: Accounts,
  trx: AccountsDatabase,
  playerId: string,
  what: string,
  fingerprint: string,
): Promise<void> {
  return insertAuditEntry(trx, {
    at: new Date(now()),
    playerId,
    what,
    details: { key: fingerprint },
  })
}

function describe(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    fingerprint: row.fingerprint,
    name: row.name,
    machine: row.machine,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedNetwork: row.last_used_network,
    lastUsedClient: row.last_used_client,
  }
}
