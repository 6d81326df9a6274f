import { login, logout } from '@stepledger/contracts/http/accounts.ts'
import {
  createOperatorToken,
  endOperatorToken,
  getOperatorToken,
} from '@stepledger/contracts/http/operator-tokens.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { forbidden, type HttpError, notFound, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow, lockCaller, lockForSignIn } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { beginPasswordAttempt } from './account-password.ts'
import { recogniseDevice } from './devices.ts'
import { endSession, startOperatorToken, startSession } from './sessions.ts'
import { storeTimeZone } from './time-zone.ts'

export function serveLogin(app: FastifyInstance, accounts: Accounts): void {
  const { db, passwords } = accounts
  const { authentication, limits } = app.guards

  serve(app, login, async ({ body, request }) => {
    const emailKey = uniqueKey(body.email)
    const deviceId = await recogniseDevice(accounts, body.device, emailKey)
    const attempt = await beginPasswordAttempt(limits, emailKey, deviceId, request)
    const player = await findPlayerRow(db, 'email_key', emailKey)
    const right = await passwords.matches(body.password, player?.password_hash, attempt.known)
    if (!right || !player) throw wrongPassword()

    await limits.passwordAttempts.succeed(attempt)
    limits.refund('login', attempt.by)
    await storeTimeZone(db, authentication, player.id, body.timeZone)
    const userAgent = request.headers['user-agent']
    const token = await db.transaction().execute(async (trx) => {
      const isStillRight = await lockForSignIn(trx, player.id, player.password_hash)
      return isStillRight ? startSession(accounts, trx, player.id, body.rememberMe, userAgent) : null
    })
    if (token === null) throw wrongPassword()
    if (deviceId === null)
      await insertAuditEntry(db, {
        at: new Date(accounts.now()),
        playerId: player.id,
        what: 'Signed in on a new device',
      })
    return authAnswer(accounts, player.id, { token, deviceId, message: 'Signed in' })
  })

  serve(app, logout, async ({ caller }) => {
    await endSession(accounts, caller.credentialId)
    authentication.forget(caller.credentialId)
    return { message: 'Signed out' }
  })
}

function wrongPassword(): HttpError {
  return unauthorized('Wrong email or password')
}

/** Serves the tokens with which operators use the `ledger` command on other machines. */
export function serveOperatorTokens(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts

  serve(app, createOperatorToken, async ({ caller }) => {
    const { playerId } = caller
    const { token, expiresAt } = await db.transaction().execute(async (trx) => {
      // A revocation of the permission takes this lock too, and ends the tokens that exist.
      await lockCaller(trx, caller)
      const permitted = await trx
        .selectFrom('accounts.permissions')
        .select('permission')
        .where('player_id', '=', playerId)
        .where('permission', '=', 'ledger.operate')
        .executeTakeFirst()
      if (!permitted) throw forbidden("You don't have permission to do this")
      await insertAuditEntry(trx, {
        at: new Date(now()),
        playerId,
        what: 'Token for the command line created',
      })
      return startOperatorToken(accounts, trx, playerId)
    })
    return { token, expiresAt: expiresAt.toISOString() }
  })

  serve(app, getOperatorToken, async ({ caller }) => {
    const { id, alias, expiresAt } = await tokenOf(caller)
    return { user: { id, alias }, expiresAt: expiresAt.toISOString() }
  })

  serve(app, endOperatorToken, async ({ caller }) => {
    await tokenOf(caller)
    await endSession(accounts, caller.credentialId)
    app.guards.authentication.forget(caller.credentialId)
    return { message: 'Signed out' }
  })

  /** Throws 404 for a session, and for a command on this machine, whose credential is no uuid. */
  async function tokenOf({ playerId, credentialId }: Caller) {
    const row = await db
      .selectFrom('accounts.sessions as s')
      .innerJoin('accounts.players as p', 'p.id', 's.player_id')
      .select(['p.id', 'p.alias', 's.expires_at as expiresAt'])
      .where('s.player_id', '=', playerId)
      .where('s.kind', '=', 'operator')
      .where(sql`s.id::text`, '=', credentialId)
      .executeTakeFirst()
    if (!row) throw notFound('This is no token of an account')
    return row
  }
}
