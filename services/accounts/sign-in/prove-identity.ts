import { proveIdentity } from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { invalidField, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { consumeChallenge } from '../passkeys/challenges.ts'
import {
  advanceCounter,
  auditCounterRegression,
  clonedPasskeyMessage,
  findPasskey,
  type PasskeyAnswer,
  verifyAnswer,
} from '../passkeys/use-passkey.ts'
import { lockForSignIn, playerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'
import { verifyPassword } from './account-password.ts'

/** Serves the re-authentication that routes with `needsProof` require. Fails with 422, not 401: the session stays valid. */
export function serveProveIdentity(app: FastifyInstance, accounts: Accounts): void {
  const { db } = accounts
  const { limits } = app.guards

  serve(app, proveIdentity, async ({ caller, body, request }) => {
    const { password, credential } = body
    if (password !== undefined) {
      const { email_key: emailKey, password_hash } = await playerRow(accounts.db, caller.playerId)
      if (!(await verifyPassword(accounts, limits, { caller, emailKey, password, request })))
        throw invalidField('password', 'Wrong password')
      await db.transaction().execute(async (trx) => {
        if (!(await lockForSignIn(trx, caller.playerId, password_hash))) throw unauthorized('Please sign in')
        await recordProof(trx, caller)
      })
    } else if (credential !== undefined) {
      await enforceLimit(limits, 'passkey', caller.playerId)
      await proveByPasskey(caller, credential)
    }
    return { message: 'Confirmed' }
  })

  async function proveByPasskey(caller: Caller, credential: PasskeyAnswer): Promise<void> {
    const checked = await consumeChallenge(accounts, credential.response.clientDataJSON, null)
    if (checked.problem !== undefined) throw invalidField('credential', checked.problem)
    const passkey = await findPasskey(accounts, credential)
    if (passkey?.player_id !== caller.playerId)
      throw invalidField('credential', "This passkey isn't one of yours")
    const counter = await verifyAnswer(accounts, passkey, credential, checked.challenge)
    if (counter === null) throw invalidField('credential', 'Passkey authentication failed')
    const isCounted = await db.transaction().execute(async (trx) => {
      if (!(await lockForSignIn(trx, caller.playerId))) throw unauthorized('Please sign in')
      const moved = await advanceCounter(trx, passkey.id, counter, new Date(accounts.now()))
      if (moved) await recordProof(trx, caller)
      return moved
    })
    if (isCounted) return
    const isCopy = await auditCounterRegression(accounts, passkey)
    throw invalidField('credential', isCopy ? clonedPasskeyMessage : "This passkey isn't one of yours")
  }

  async function recordProof(trx: AccountsDatabase, { credentialId }: Caller): Promise<void> {
    const session = await trx
      .updateTable('accounts.sessions')
      .set({ proved_at: new Date(accounts.now()) })
      .where('id', '=', credentialId)
      .returning('id')
      .executeTakeFirst()
    if (!session) throw unauthorized('Please sign in')
  }
}
