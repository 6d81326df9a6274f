import { deleteSession, endOtherSessions, listSessions } from '@stepledger/contracts/http/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Authentication } from '../../platform/authentication/authentication.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../player-row.ts'

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
