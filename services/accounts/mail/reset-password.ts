import { requestPasswordReset, resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { countCall } from '../../platform/http/count-call.ts'
import { serve } from '../../platform/http/serve.ts'
import { uniqueKey } from '../../platform/identity/unique-key.ts'
import type { Accounts } from '../deps.ts'
import { authAnswer } from '../profile/own-user.ts'
import { replacePassword } from '../sign-in/change-password.ts'
import { refuseCommonPassword } from '../sign-in/common-passwords.ts'
import { endAllAccess } from '../sign-in/end-access.ts'
import { startSession } from '../sign-in/sessions.ts'
import { useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { linkIsOver, proveMail } from './verify-email.ts'

/** Serves the way back in for who forgot the password. */
export function serveResetPassword(app: FastifyInstance, accounts: Accounts): void {
  const { db, now, passwords } = accounts
  const { identity, limits } = app.guards

  // Whether there is such an account is looked up when the mail is sent: neither the answer nor its time can tell.
  serve(app, requestPasswordReset, async ({ body }) => {
    const addressKey = uniqueKey(body.email)
    await countCall(limits, 'mail', addressKey)
    await queueMail(db, new Date(now()), { playerId: null, address: body.email }, { kind: 'resetPassword' })
    return { message: 'If an account has this address, a mail is on its way' }
  })

  serve(app, resetPassword, async ({ body, request }) => {
    refuseCommonPassword(body.password)
    const passwordHash = await passwords.hash(body.password)
    const at = new Date(now())
    const { playerId, token } = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['resetPassword'])
      if (!link || !(await proveMail(trx, at, link))) throw linkIsOver()
      const { playerId } = link
      await endAllAccess(trx, playerId)
      // Who had the account may have begun to move it to another address.
      await trx.deleteFrom('accounts.email_changes').where('player_id', '=', playerId).execute()
      await replacePassword(trx, { playerId, passwordHash, keep: null, at })
      return {
        playerId,
        token: await startSession(accounts, trx, playerId, false, request.headers['user-agent']),
      }
    })
    identity.forget(playerId)
    return authAnswer(accounts, playerId, { token, deviceId: null, message: 'Your password is changed' })
  })
}
