import { requestPasswordReset, resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { refuseCommonPassword } from '../sign-in/common-passwords.ts'
import { startSession } from '../sign-in/sessions.ts'
import { invalidLinkError } from './invalid-link-error.ts'
import { useLink } from './links.ts'
import { proveAddress } from './prove-address.ts'
import { resetQueue } from './queue-reset.ts'

export function serveResetPassword(app: FastifyInstance, accounts: Accounts): void {
  const { db, now, passwords } = accounts
  const { authentication, limits } = app.guards

  const queueReset = resetQueue(app, accounts)

  serve(app, requestPasswordReset, async ({ body, request }) => {
    await enforceLimit(limits, 'mail', uniqueKey(body.email))
    await queueReset(body.email, request.ip)
    return { message: "If there's an account with this email, a mail is on its way" }
  })

  serve(app, resetPassword, async ({ body, request }) => {
    refuseCommonPassword(body.password)
    const passwordHash = await passwords.hash(body.password)
    const at = new Date(now())
    const { playerId, token } = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['resetPassword'])
      const proved = link && (await proveAddress(trx, at, link, { password: 'replaced', passwordHash }))
      if (!proved) throw invalidLinkError()
      const { playerId } = link
      return {
        playerId,
        token: await startSession(accounts, trx, playerId, false, request.headers['user-agent']),
      }
    })
    authentication.forget(playerId)
    return authAnswer(accounts, playerId, { token, deviceId: null, message: 'Password changed' })
  })
}
