import { resendVerification, verifyEmail } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { countCall } from '../../platform/http/count-call.ts'
import { breaksRule, conflict } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/serve.ts'
import { noteInAudit } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { authAnswer, ownUser } from '../profile/own-user.ts'
import { endAllAccess } from '../sign-in/end-access.ts'
import { startSession } from '../sign-in/sessions.ts'
import type { AccountsDatabase } from '../tables.ts'
import { useLink } from './links.ts'
import { queueMail, queueMailToPlayer } from './mails.ts'

/** Serves the proof of a mail address, and the mail for it. */
export function serveVerifyEmail(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts
  const { identity, limits } = app.guards

  serve(app, verifyEmail, async ({ body, request }) => {
    const at = new Date(now())
    const { playerId, token } = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['verifyEmail'])
      if (!link || !(await proveMail(trx, at, link))) throw linkIsOver()
      const { playerId } = link
      const userAgent = request.headers['user-agent']
      return { playerId, token: await startSession(accounts, trx, playerId, false, userAgent) }
    })
    identity.forget(playerId)
    return authAnswer(accounts, playerId, { token, deviceId: null, message: 'Your email is verified' })
  })

  serve(app, resendVerification, async ({ caller }) => {
    const { email, emailVerifiedAt } = await ownUser(accounts, caller.playerId)
    if (emailVerifiedAt !== null) throw conflict('Your email is verified already')
    await countCall(limits, 'mail', caller.playerId)
    await queueMail(
      db,
      new Date(now()),
      { playerId: caller.playerId, address: email },
      { kind: 'verifyEmail' },
    )
    return { message: 'A new mail is on its way' }
  })
}

/** 422: the link of a mail that is not ours, was used, or is over. */
export function linkIsOver() {
  return breaksRule(
    'token',
    'This link was used already, has expired or is not complete. Please ask for a new mail.',
  )
}

/**
 * The link of a mail, whose use holds the player's row, proves that its address is the player's: the first time,
 * everything from before ends. False: the account has another address now.
 */
export async function proveMail(
  trx: AccountsDatabase,
  at: Date,
  { playerId, addressKey }: { readonly playerId: string; readonly addressKey: string },
): Promise<boolean> {
  const player = await trx
    .selectFrom('accounts.players')
    .select('email_verified_at')
    .where('id', '=', playerId)
    .where('email_key', '=', addressKey)
    .executeTakeFirst()
  if (!player) return false
  if (player.email_verified_at !== null) return true
  await endAllAccess(trx, playerId)
  await trx
    .updateTable('accounts.players')
    .set({ email_verified_at: at, updated_at: at })
    .where('id', '=', playerId)
    .execute()
  await queueMailToPlayer(trx, at, playerId, { kind: 'emailVerified' })
  await noteInAudit(trx, { at, playerId, what: 'Email verified' })
  return true
}
