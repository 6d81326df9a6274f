import { confirmEmail } from '@stepledger/contracts/http/email-change.ts'
import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow, updatePlayer } from '../player-row.ts'
import { takenErrorOf } from '../sign-in/taken-error.ts'
import type { AccountsDatabase } from '../tables.ts'
import { changePurposes } from './change-email.ts'
import { cancelPending, findLink, invalidLinkError, type LinkFor, useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { isProofCurrent, proveAccount } from './prove-account.ts'

/** Serves the links by which the old and the new address confirm a change of the email. */
export function serveConfirmEmail(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts
  const { limits } = app.guards

  serve(app, confirmEmail, async ({ body, caller, request }) => {
    const at = new Date(now())
    const { token, password } = body
    const found = await findLink(db, at, token)
    if (!found || found.isUsed || !changePurposes.includes(found.purpose)) throw invalidLinkError()
    const { playerId } = found
    // The old address is already verified. Only the new one, used for the first time, needs the password as well.
    const isOld = found.purpose === 'proveOldEmail'
    const proof = isOld ? null : await proveAccount(accounts, limits, { playerId, caller, password, request })
    if (!isOld && !proof) throw passwordRequired()
    const changed = await db
      .transaction()
      .execute(async (trx) => {
        const link = await useLink(trx, at, token, changePurposes)
        if (!link) throw invalidLinkError()
        if (proof && !(await isProofCurrent(trx, playerId, proof))) throw passwordRequired()
        return proveOne(trx, at, link)
      })
      .catch((error: unknown) => {
        throw takenErrorOf(error) ?? error
      })
    if (changed) app.guards.authentication.forget(playerId)
    const message = changed ? 'Email changed' : 'Thanks! Now use the link we sent to your other address.'
    return { message, changed }
  })
}

function passwordRequired() {
  return invalidField('password', 'Enter your password')
}

/**
 * Records one of the two confirmations; the second one changes the email. Returns whether it changed. `useLink` has
 * locked the player's row.
 */
async function proveOne(
  trx: AccountsDatabase,
  at: Date,
  { playerId, purpose, addressKey, newAddressKey }: LinkFor,
): Promise<boolean> {
  const player = await findPlayerRow(trx, 'id', playerId)
  const change = await trx
    .selectFrom('accounts.email_changes')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  const isOld = purpose === 'proveOldEmail'
  if (!player || !change || addressKey !== (isOld ? player.email_key : change.email_key))
    throw invalidLinkError()
  // The old address confirmed another new address.
  if (isOld && newAddressKey !== change.email_key) throw invalidLinkError()

  if ((isOld ? change.new_proved_at : change.old_proved_at) === null) {
    await trx
      .updateTable('accounts.email_changes')
      .set(isOld ? { old_proved_at: at } : { new_proved_at: at })
      .where('player_id', '=', playerId)
      .execute()
    return false
  }
  await cancelPending(trx, playerId)
  // Used links contain the old address.
  await trx.deleteFrom('accounts.mail_links').where('player_id', '=', playerId).execute()
  await updatePlayer(trx, playerId, at, {
    email: change.email,
    email_key: change.email_key,
    email_verified_at: at,
  })
  await queueMail(
    trx,
    at,
    { playerId, address: player.email },
    { kind: 'emailChanged', newEmail: change.email },
  )
  await insertAuditEntry(trx, { at, playerId, what: 'Email changed' })
  return true
}
