import { login, logout } from '@stepledger/contracts/http/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { type HttpError, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { lockForSignIn } from '../lock-player.ts'
import { findPlayerRow } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { recogniseDevice } from './devices.ts'
import { endSession, startSession } from './sessions.ts'
import { storeTimeZone } from './time-zone.ts'
import { beginPasswordAttempt } from './verify-password.ts'

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
