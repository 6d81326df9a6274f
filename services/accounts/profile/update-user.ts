import { updateUser } from '@stepledger/contracts/http/own-profile.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { countryOf } from '../../platform/countries/countries.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller } from '../lock-player.ts'
import { playerRow, updatePlayer } from '../player-row.ts'
import { changePassword } from '../sign-in/change-password.ts'
import { refuseCommonPassword } from '../sign-in/common-passwords.ts'
import { takenErrorOf } from '../sign-in/taken-error.ts'
import { verifyPassword } from '../sign-in/verify-password.ts'
import type { PlayerRow } from '../tables.ts'
import { changeAlias } from './change-alias.ts'
import { ownUser } from './own-user.ts'

type Update = z.output<typeof updateUser.body>

export function serveUpdateUser(app: FastifyInstance, accounts: Accounts): void {
  const { authentication, limits } = app.guards

  serve(app, updateUser, async ({ caller, body, request }) => {
    const { playerId } = caller
    const before = await playerRow(accounts.db, playerId)
    if (!changesPublic(before, body) && !body.newPassword) throw invalidField('body', 'No changes to save')
    if (body.countryId != null && countryOf(body.countryId) === null)
      throw invalidField('countryId', 'Please select a valid country')
    // Not in the contract as the `rate` of the route: a new password must always be possible.
    if (changesPublic(before, body)) await enforceLimit(limits, 'change', playerId)
    const passwordHash = await newHash(body, { caller, emailKey: before.email_key, request })
    try {
      await save(body, { caller, passwordHash })
    } catch (error) {
      throw takenErrorOf(error) ?? error
    }
    if (passwordHash !== null) authentication.forget(playerId)
    deliverChangesInBackground(accounts)
    const message = passwordHash === null ? 'Profile updated' : 'Password changed'
    return { user: await ownUser(accounts, playerId), message }
  })

  /** Hashes the new password; null when it does not change. */
  async function newHash(
    { currentPassword, newPassword }: Update,
    attempt: { caller: Caller; emailKey: string; request: FastifyRequest },
  ): Promise<string | null> {
    if (!newPassword) return null
    if (!currentPassword)
      throw invalidField('currentPassword', 'Current password is required to change password')
    refuseCommonPassword(newPassword, 'newPassword')
    if (!(await verifyPassword(accounts, limits, { ...attempt, password: currentPassword })))
      throw invalidField('currentPassword', 'Current password is wrong')
    return accounts.passwords.hash(newPassword)
  }

  /** Atomic. Reads the row again under its lock, as a concurrent request may have changed it. */
  function save(
    { alias, countryId, removeKeysAndPasskeys }: Update,
    { caller, passwordHash }: { caller: Caller; passwordHash: string | null },
  ) {
    const { playerId } = caller
    const at = new Date(accounts.now())
    return accounts.db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      const row = await playerRow(trx, playerId)
      if (changesPublic(row, { alias, countryId })) await recordChange(trx, playerId, at)
      if (alias !== undefined && alias !== row.alias) {
        await changeAlias(trx, { playerId, from: row.alias, to: alias, at })
        const details = { from: row.alias, to: alias }
        await insertAuditEntry(trx, { at, playerId, what: 'Alias changed', details })
      }
      if (countryId !== undefined && countryId !== row.country_id) {
        await updatePlayer(trx, playerId, at, { country_id: countryId })
        const details = { to: countryOf(countryId)?.name ?? 'none' }
        await insertAuditEntry(trx, { at, playerId, what: 'Country changed', details })
      }
      if (passwordHash !== null)
        await changePassword(trx, {
          playerId,
          passwordHash,
          sessionId: caller.credentialId,
          removeKeys: removeKeysAndPasskeys,
          at,
        })
    })
  }
}

function changesPublic(row: PlayerRow, { alias, countryId }: Pick<Update, 'alias' | 'countryId'>): boolean {
  const isNewAlias = alias !== undefined && alias !== row.alias
  return isNewAlias || (countryId !== undefined && countryId !== row.country_id)
}
