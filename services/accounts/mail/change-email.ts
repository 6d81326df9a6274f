import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  getEmailChange,
  type LinkPurpose,
} from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { conflict, invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow, lockCaller, lockPlayer, playerRow, updatePlayer } from '../player-row.ts'
import { takenErrorOf } from '../players/taken-error.ts'
import { uniqueKey } from '../players/unique-key.ts'
import type { AccountsDatabase } from '../tables.ts'
import { cancelPending, dropLinks, findLink, invalidLinkError, type LinkFor, useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { isProofCurrent, proveAccount } from './prove-address.ts'

/** A change expires unless both addresses are confirmed within this time, ms. */
const lifetimeMs = 24 * 3_600_000

/** Serves the change of the email, which both the old and the new address must confirm. */
export function serveChangeEmail(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts
  const { limits } = app.guards

  serve(app, getEmailChange, async ({ caller }) => {
    const row = await db
      .selectFrom('accounts.email_changes')
      .selectAll()
      .where('player_id', '=', caller.playerId)
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst()
    if (!row) return { change: null }
    const { email, old_proved_at, new_proved_at } = row
    return { change: { email, oldProved: old_proved_at !== null, newProved: new_proved_at !== null } }
  })

  serve(app, changeEmail, async ({ caller, body }) => {
    const { playerId } = caller
    const newKey = uniqueKey(body.email)
    if (newKey === (await playerRow(accounts.db, playerId)).email_key)
      throw invalidField('email', 'This is already your email')
    await enforceLimit(limits, 'mail', newKey)
    await enforceLimit(limits, 'mail', playerId)
    const at = new Date(now())
    const isVerified = await db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      // A concurrent request may have changed the email since it was compared.
      const { email, email_verified_at } = await playerRow(trx, playerId)
      const isVerified = email_verified_at !== null
      const change = {
        email: body.email,
        email_key: newKey,
        // An unverified address may be mistyped, so it need not confirm.
        old_proved_at: isVerified ? null : at,
        new_proved_at: null,
        expires_at: new Date(at.getTime() + lifetimeMs),
      }
      await dropLinks(trx, playerId, changePurposes)
      await trx
        .insertInto('accounts.email_changes')
        .values({ player_id: playerId, ...change })
        .onConflict((conflict) => conflict.column('player_id').doUpdateSet(change))
        .execute()
      if (isVerified)
        await queueMail(
          trx,
          at,
          { playerId, address: email },
          { kind: 'proveOldEmail', newEmail: body.email },
        )
      // Only sent when no other account has the address; the answer does not reveal whether one does.
      await queueMail(trx, at, { playerId, address: body.email }, { kind: 'proveNewEmail' })
      await insertAuditEntry(trx, { at, playerId, what: 'Email change requested' })
      return isVerified
    })
    const message = isVerified
      ? 'We emailed both addresses. Your email changes once you use both links.'
      : 'We emailed your new address. Your email changes once you use the link.'
    return { message }
  })

  serve(app, cancelEmailChange, async ({ caller: { playerId } }) => {
    await db.transaction().execute(async (trx) => {
      // Serialises with a concurrent last confirmation: either it completes first, or its link is invalid.
      await lockPlayer(trx, playerId)
      const cancelled = await trx
        .deleteFrom('accounts.email_changes')
        .where('player_id', '=', playerId)
        .returning('player_id')
        .executeTakeFirst()
      if (!cancelled)
        throw conflict("There's no email change to cancel. It was completed or cancelled, or has expired.")
      await dropLinks(trx, playerId, changePurposes)
      await insertAuditEntry(trx, { at: new Date(now()), playerId, what: 'Email change cancelled' })
    })
    return { message: 'Email change cancelled' }
  })
}

const changePurposes: readonly LinkPurpose[] = ['proveOldEmail', 'proveNewEmail']

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
