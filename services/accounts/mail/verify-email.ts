import { resendVerification, verifyEmail } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { bearerToken } from '../../platform/http/authorize.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { conflict, invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller } from '../player-row.ts'
import { authAnswer, ownUser } from '../profile/own-user.ts'
import { refuseCommonPassword } from '../sign-in/account-password.ts'
import { startSession } from '../sign-in/sessions.ts'
import { dropLinks, findLink, invalidLinkError, useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { isProofCurrent, type PasswordProof, proveAccount, proveAddress } from './prove.ts'

export function serveVerifyEmail(app: FastifyInstance, accounts: Accounts): void {
  const { db, now, passwords } = accounts
  const { authentication, limits } = app.guards

  serve(app, verifyEmail, async ({ body, caller, request }) => {
    const { token, password, newPassword } = body
    const at = new Date(now())
    const found = await findLink(db, at, token)
    if (!found || found.isUsed || found.purpose !== 'verifyEmail') throw invalidLinkError()
    const { playerId } = found
    const accountProof = await proveAccount(accounts, limits, { playerId, caller, password, request })
    const proof = accountProof ? known : await replaced(newPassword)
    const session = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, token, ['verifyEmail'])
      if (!link) throw invalidLinkError()
      if (accountProof && !(await isProofCurrent(trx, playerId, accountProof))) throw passwordRequired()
      if (!(await proveAddress(trx, at, link, proof))) throw invalidLinkError()
      if (accountProof && 'sessionId' in accountProof) return bearerToken(request.headers.authorization)
      return startSession(accounts, trx, playerId, false, request.headers['user-agent'])
    })
    if (session === null) throw passwordRequired()
    authentication.forget(playerId)
    return authAnswer(accounts, playerId, {
      token: session,
      deviceId: null,
      message: 'Your email is verified',
    })
  })

  async function replaced(newPassword: string | undefined): Promise<PasswordProof> {
    if (newPassword === undefined) throw passwordRequired()
    refuseCommonPassword(newPassword, 'newPassword')
    return { password: 'replaced', passwordHash: await passwords.hash(newPassword) }
  }

  serve(app, resendVerification, async ({ caller }) => {
    const { playerId } = caller
    const { email, emailVerifiedAt } = await ownUser(accounts, playerId)
    if (emailVerifiedAt !== null) throw conflict('Your email is already verified')
    await enforceLimit(limits, 'mail', playerId)
    await db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      await dropLinks(trx, playerId, ['verifyEmail'])
      await queueMail(trx, new Date(now()), { playerId, address: email }, { kind: 'verifyEmail' })
    })
    return { message: "We've sent you a new mail" }
  })
}

const known: PasswordProof = { password: 'known' }

function passwordRequired() {
  return invalidField('password', 'Enter your password, or choose a new one')
}
