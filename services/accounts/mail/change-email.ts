import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  getEmailChange,
  type LinkPurpose,
} from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { countCall } from '../../platform/http/count-call.ts'
import { breaksRule, conflict } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { noteInAudit } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../identity/unique-key.ts'
import { lockCaller, lockPlayer } from '../lock-player.ts'
import { playerRow } from '../profile/own-user.ts'
import { takenByRace } from '../sign-in/taken.ts'
import type { AccountsDatabase } from '../tables.ts'
import { cancelPending } from './cancel-pending.ts'
import { linkIsOver } from './link-is-over.ts'
import { dropLinks, findLink, type LinkFor, useLink } from './links.ts'
import { queueMail } from './mails.ts'
import { showPassword, stillHolds } from './show-password.ts'

/** How long a change waits for both proofs, ms. */
const waitsFor = 24 * 3_600_000

/** Serves the change of the mail address, which takes proof of the old address and of the new one. */
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
    if (newKey === (await playerRow(accounts, playerId)).email_key)
      throw breaksRule('email', 'This is the address you have')
    await countCall(limits, 'mail', newKey)
    await countCall(limits, 'mail', playerId)
    const at = new Date(now())
    const isVerified = await db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      // The address may have become another since it was compared.
      const { email, email_verified_at } = await trx
        .selectFrom('accounts.players')
        .select(['email', 'email_verified_at'])
        .where('id', '=', playerId)
        .executeTakeFirstOrThrow()
      const isVerified = email_verified_at !== null
      const change = {
        email: body.email,
        email_key: newKey,
        // An address that was never proved may be a mistyped one, which nobody can prove.
        old_proved_at: isVerified ? null : at,
        new_proved_at: null,
        expires_at: new Date(at.getTime() + waitsFor),
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
      // Sent only where no other account has it: the answer does not say whether one does.
      await queueMail(trx, at, { playerId, address: body.email }, { kind: 'proveNewEmail' })
      await noteInAudit(trx, { at, playerId, what: 'Change of email asked for' })
      return isVerified
    })
    const message = isVerified
      ? 'We sent a mail to both addresses. Your email changes once both links were used.'
      : 'We sent a mail to the new address. Your email changes once its link was used.'
    return { message }
  })

  serve(app, cancelEmailChange, async ({ caller: { playerId } }) => {
    await db.transaction().execute(async (trx) => {
      // The last proof may be on its way: either it comes first, or it proves nothing any more.
      await lockPlayer(trx, playerId)
      const calledOff = await trx
        .deleteFrom('accounts.email_changes')
        .where('player_id', '=', playerId)
        .returning('player_id')
        .executeTakeFirst()
      if (!calledOff)
        throw conflict(
          'No change of your email waits any more: it was made, called off, or not proved in time',
        )
      await dropLinks(trx, playerId, changePurposes)
      await noteInAudit(trx, { at: new Date(now()), playerId, what: 'Change of email called off' })
    })
    return { message: 'Your email stays as it is' }
  })

  serve(app, confirmEmail, async ({ body, caller, request }) => {
    const at = new Date(now())
    const { token, password } = body
    const found = await findLink(db, at, token)
    if (!found || found.isUsed || !changePurposes.includes(found.purpose)) throw linkIsOver()
    const { playerId } = found
    // The owner of the old address only agrees. The new address is proved for the first time.
    const isOld = found.purpose === 'proveOldEmail'
    const shown = isOld ? null : await showPassword(accounts, limits, { playerId, caller, password, request })
    if (!isOld && !shown) throw passwordIsNeeded()
    const changed = await db
      .transaction()
      .execute(async (trx) => {
        const link = await useLink(trx, at, token, changePurposes)
        if (!link) throw linkIsOver()
        if (shown && !(await stillHolds(trx, playerId, shown))) throw passwordIsNeeded()
        return proveOne(trx, at, link)
      })
      .catch((error: unknown) => {
        throw takenByRace(error) ?? error
      })
    if (changed) app.guards.identity.forget(playerId)
    const message = changed
      ? 'Your email is changed'
      : 'Thanks. Now use the link we sent to your other address.'
    return { message, changed }
  })
}

/** Of the links of a change. */
const changePurposes: readonly LinkPurpose[] = ['proveOldEmail', 'proveNewEmail']

function passwordIsNeeded() {
  return breaksRule('password', 'Enter your password')
}

/**
 * Writes down one of the two proofs, with the player's row held by the use of the link; with the second one the address
 * changes. Gives whether it did.
 */
async function proveOne(
  trx: AccountsDatabase,
  at: Date,
  { playerId, purpose, addressKey, newAddressKey }: LinkFor,
): Promise<boolean> {
  const player = await trx
    .selectFrom('accounts.players')
    .select(['email', 'email_key'])
    .where('id', '=', playerId)
    .executeTakeFirst()
  const change = await trx
    .selectFrom('accounts.email_changes')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  const isOld = purpose === 'proveOldEmail'
  if (!player || !change || addressKey !== (isOld ? player.email_key : change.email_key)) throw linkIsOver()
  // The old address agreed to one new address, and to no other.
  if (isOld && newAddressKey !== change.email_key) throw linkIsOver()

  if ((isOld ? change.new_proved_at : change.old_proved_at) === null) {
    await trx
      .updateTable('accounts.email_changes')
      .set(isOld ? { old_proved_at: at } : { new_proved_at: at })
      .where('player_id', '=', playerId)
      .execute()
    return false
  }
  await cancelPending(trx, playerId)
  // Used links name the old address, too.
  await trx.deleteFrom('accounts.mail_links').where('player_id', '=', playerId).execute()
  await trx
    .updateTable('accounts.players')
    .set({ email: change.email, email_key: change.email_key, email_verified_at: at, updated_at: at })
    .where('id', '=', playerId)
    .execute()
  await queueMail(
    trx,
    at,
    { playerId, address: player.email },
    { kind: 'emailChanged', newEmail: change.email },
  )
  await noteInAudit(trx, { at, playerId, what: 'Email changed' })
  return true
}
