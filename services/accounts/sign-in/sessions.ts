import { randomUUID } from 'node:crypto'
import {
  deleteSession,
  endOtherSessions,
  listSessions,
  unknownDevice,
} from '@stepledger/contracts/http/accounts.ts'
import { operatorTokenDevice, operatorTokenHours } from '@stepledger/contracts/http/operator-tokens.ts'
import bowser from 'bowser'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Authentication } from '../../platform/authentication/authentication.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/authenticate-token.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'
import { credentialHash, newToken } from './credentials.ts'

export function serveOwnSessions(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts
  const { authentication } = app.guards

  serve(app, listSessions, async ({ caller }) => {
    const rows = await db
      .selectFrom('accounts.sessions')
      .selectAll()
      .where('player_id', '=', caller.playerId)
      .where('expires_at', '>', new Date(now()))
      .orderBy(sql`id = ${caller.credentialId}`, 'desc')
      .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
      .orderBy('id')
      .execute()
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        device: row.device,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        expiresAt: row.expires_at.toISOString(),
        current: row.id === caller.credentialId,
      })),
    }
  })

  serve(app, deleteSession, async ({ caller: { playerId }, params: { id } }) => {
    const ended = await endSessions(accounts, authentication, { playerId, only: id })
    if (ended === 0) throw notFound('Session not found')
    return { message: 'Signed out on that device' }
  })

  serve(app, endOtherSessions, async ({ caller: { playerId, credentialId } }) => {
    await endSessions(accounts, authentication, { playerId, except: credentialId })
    return { message: 'Signed out everywhere else' }
  })
}

interface SessionFilter {
  readonly playerId: string
  readonly only?: string
  readonly except?: string
}

/** In every process. Their number is returned. */
async function endSessions(
  { db, now }: Accounts,
  authentication: Authentication,
  { playerId, only, except }: SessionFilter,
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId)
    let query = trx.deleteFrom('accounts.sessions').where('player_id', '=', playerId)
    if (only !== undefined) query = query.where('id', '=', only)
    if (except !== undefined) query = query.where('id', '!=', except)
    const rows = await query.returning(['id', 'device']).execute()
    for (const { id, device } of rows) {
      await notifyAccessChanged(trx, id)
      const at = new Date(now())
      await insertAuditEntry(trx, { at, playerId, what: 'Session ended', details: { device } })
    }
    return rows
  })
  for (const { id } of ended) authentication.forget(id)
  return ended.length
}

const hours = 60 * 60 * 1000
const rememberedLifetime = 90 * 24 * hours
const defaultLifetime = 24 * hours
const operatorLifetime = operatorTokenHours * hours

/** A player has at most this many sessions; a new one ends the oldest. */
const maxSessions = 50

/**
 * Starts a session and returns its token, of which only the hash is stored. The caller has just confirmed the password
 * or a passkey, or chosen a new password. Also deletes the player's expired sessions.
 */
export async function startSession(
  deps: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
  remembered: boolean,
  userAgent: string | undefined,
): Promise<string> {
  const lifetime = remembered ? rememberedLifetime : defaultLifetime
  const { token } = await addSession(deps, db, playerId, {
    kind: 'session',
    device: deviceLabel(userAgent),
    lifetime,
  })
  return token
}

/** Creates a token for the `ledger` command, which opens `/api/admin` alone and ends like a session. */
export function startOperatorToken(
  deps: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
): Promise<{ token: string; expiresAt: Date }> {
  return addSession(deps, db, playerId, {
    kind: 'operator',
    device: operatorTokenDevice,
    lifetime: operatorLifetime,
  })
}

async function addSession(
  { now, random }: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
  {
    kind,
    device,
    lifetime,
  }: { readonly kind: 'session' | 'operator'; readonly device: string; readonly lifetime: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken(random)
  const at = now()
  const expiresAt = new Date(at + lifetime)
  await db
    .insertInto('accounts.sessions')
    .values({
      id: randomUUID(),
      player_id: playerId,
      kind,
      token_hash: credentialHash(token),
      device,
      created_at: new Date(at),
      proved_at: new Date(at),
      expires_at: expiresAt,
    })
    .execute()
  await db
    .deleteFrom('accounts.sessions')
    .where('player_id', '=', playerId)
    .where((row) =>
      row.or([
        row('expires_at', '<=', new Date(at)),
        row('id', 'in', (query) =>
          query
            .selectFrom('accounts.sessions')
            .select('id')
            .where('player_id', '=', playerId)
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .offset(maxSessions),
        ),
      ]),
    )
    .execute()
  return { token, expiresAt }
}

export async function endSession({ db }: Pick<Accounts, 'db'>, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('accounts.sessions').where('id', '=', sessionId).execute()
    await notifyAccessChanged(trx, sessionId)
  })
}

/** A readable name of browser and system: 'Firefox on Linux'. `userAgent` is untrusted. */
export function deviceLabel(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return unknownDevice
  const { browser, os } = bowser.parse(userAgent.slice(0, 500))
  const [program, system] = [browser.name, os.name].map((name) => name?.slice(0, 40) ?? '')
  if (program && system) return `${program} on ${system}`
  return program || system || unknownDevice
}
