import { updateUser } from '@stepledger/contracts/http/own-profile.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { countryOf } from '../../platform/countries/countries.ts'
import { breaksRule } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Caller } from '../../platform/identity/identity.ts'
import { noteInAudit } from '../audit/audit.ts'
import { deliverChangesSoon, recordChange } from '../change-outbox.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller } from '../lock-player.ts'
import { changePassword } from '../sign-in/change-password.ts'
import { rightPassword } from '../sign-in/check-password.ts'
import { refuseCommonPassword } from '../sign-in/common-passwords.ts'
import { takenByRace } from '../sign-in/taken.ts'
import type { PlayerRow } from '../tables.ts'
import { changeAlias } from './aliases.ts'
import { ownUser, playerRow } from './own-user.ts'

type Wanted = z.output<typeof updateUser.body>

/** Serves what a player changes of the own account: alias, country, password. */
export function serveUpdateUser(app: FastifyInstance, accounts: Accounts): void {
  const { identity, limits } = app.guards

  serve(app, updateUser, async ({ caller, body, request }) => {
    const { playerId } = caller
    const before = await playerRow(accounts, playerId)
    if (!changesPublic(before, body) && !body.newPassword) throw breaksRule('body', 'No changes to save')
    if (body.countryId != null && countryOf(body.countryId) === null)
      throw breaksRule('countryId', 'Please select a valid country')
    const passwordHash = await newHash(body, { caller, emailKey: before.email_key, request })
    try {
      await save(body, { caller, passwordHash })
    } catch (error) {
      throw takenByRace(error) ?? error
    }
    if (passwordHash !== null) identity.forget(playerId)
    deliverChangesSoon(accounts)
    const message = passwordHash === null ? 'Profile updated' : 'Password changed'
    return { user: await ownUser(accounts, playerId), message }
  })

  /** Of the new password; null: it stays as it is. */
  async function newHash(
    { currentPassword, newPassword }: Wanted,
    asking: { caller: Caller; emailKey: string; request: FastifyRequest },
  ): Promise<string | null> {
    if (!newPassword) return null
    if (!currentPassword)
      throw breaksRule('currentPassword', 'Current password is required to change password')
    refuseCommonPassword(newPassword, 'newPassword')
    if (!(await rightPassword(accounts, limits, { ...asking, password: currentPassword })))
      throw breaksRule('currentPassword', 'Current password is wrong')
    return accounts.passwords.hash(newPassword)
  }

  /** All of it or nothing. The row is read again, held: another change may have come in between. */
  function save(
    { alias, countryId, removeKeysAndPasskeys }: Wanted,
    { caller, passwordHash }: { caller: Caller; passwordHash: string | null },
  ) {
    const { playerId } = caller
    const at = new Date(accounts.now())
    return accounts.db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      const row = await playerRow({ db: trx }, playerId)
      if (changesPublic(row, { alias, countryId })) await recordChange(trx, playerId, at)
      if (alias !== undefined && alias !== row.alias) {
        await changeAlias(trx, { playerId, from: row.alias, to: alias, at })
        const details = { from: row.alias, to: alias }
        await noteInAudit(trx, { at, playerId, what: 'Alias changed', details })
      }
      if (countryId !== undefined && countryId !== row.country_id) {
        await trx
          .updateTable('accounts.players')
          .set({ country_id: countryId, updated_at: at })
          .where('id', '=', playerId)
          .execute()
        const details = { to: countryOf(countryId)?.name ?? 'none' }
        await noteInAudit(trx, { at, playerId, what: 'Country changed', details })
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

/** Whether something that pages show becomes another. */
function changesPublic(row: PlayerRow, { alias, countryId }: Pick<Wanted, 'alias' | 'countryId'>): boolean {
  const isNewAlias = alias !== undefined && alias !== row.alias
  return isNewAlias || (countryId !== undefined && countryId !== row.country_id)
}
