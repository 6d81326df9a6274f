import {
  ceremonyTime,
  completePasskeySignIn,
  startPasskeySignIn,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { type HttpError, notFound, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { lockForSignIn } from '../player-row.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { recogniseDevice } from '../sign-in/devices.ts'
import { startSession } from '../sign-in/sessions.ts'
import { storeTimeZone } from '../sign-in/sign-in.ts'
import type { AccountsDatabase, PasskeyRow } from '../tables.ts'
import { consumeChallenge, newChallenge, relyingParty, userHandle } from './challenges.ts'

export type PasskeyAnswer = z.output<typeof completePasskeySignIn.body>['credential']
type FoundPasskey = PasskeyRow & { readonly email: string }

export const clonedPasskeyMessage =
  'This passkey may have been copied. Sign in with your password and delete it.'

export function findPasskey({ db }: Accounts, { id }: PasskeyAnswer): Promise<FoundPasskey | undefined> {
  return db
    .selectFrom('accounts.passkeys')
    .innerJoin('accounts.players', 'accounts.players.id', 'accounts.passkeys.player_id')
    .selectAll('accounts.passkeys')
    .select('accounts.players.email')
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst()
}

/** Returns the passkey's new counter; null when the signature or the user handle is invalid. */
export async function verifyAnswer(
  accounts: Accounts,
  passkey: PasskeyRow,
  credential: PasskeyAnswer,
  challenge: string,
): Promise<number | null> {
  const expected = relyingParty(accounts.publicUrl())
  const isOwners =
    credential.response.userHandle === Buffer.from(userHandle(passkey.player_id)).toString('base64url')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(passkey.public_key),
      // The library would check it before the signature; advanceCounter does.
      counter: 0,
    },
  }).catch((error: unknown) => {
    accounts.log.info(`a passkey sign-in failed: ${String(error)}`)
    return { verified: false, authenticationInfo: undefined }
  })
  return verified && authenticationInfo && isOwners ? authenticationInfo.newCounter : null
}

/**
 * Records the use of a passkey with its signature counter. Returns false when the passkey was deleted, or its counter did
 * not increase, as with a cloned one. The counter of synced passkeys stays 0. A single statement, so of two concurrent
 * uses of one counter the second fails.
 */
export async function advanceCounter(
  db: AccountsDatabase,
  passkeyId: string,
  counter: number,
  at: Date,
): Promise<boolean> {
  const moved = await db
    .updateTable('accounts.passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', passkeyId)
    .where((row) =>
      row.or([row('counter', '<', counter), ...(counter === 0 ? [row('counter', '=', 0)] : [])]),
    )
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Records a counter regression in the owner's audit log. Returns false when the passkey was deleted. */
export async function auditCounterRegression({ db, now }: Accounts, { id }: PasskeyRow): Promise<boolean> {
  const passkey = await db
    .selectFrom('accounts.passkeys')
    .select(['player_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!passkey) return false
  await insertAuditEntry(db, {
    at: new Date(now()),
    playerId: passkey.player_id,
    what: 'Passkey rejected: it may have been copied',
    details: { name: passkey.name ?? '' },
  })
  return true
}

/** Serves signing in with a discoverable passkey, which identifies its player. */
export function serveSignInByPasskey(app: FastifyInstance, accounts: Accounts): void {
  const { db, publicUrl } = accounts
  const { authentication, limits } = app.guards

  serve(app, startPasskeySignIn, async () => {
    const challenge = await newChallenge(accounts, null)
    const { id } = relyingParty(publicUrl())
    const options = {
      challenge: challenge.toString('base64url'),
      rpId: id,
      timeout: ceremonyTime,
      userVerification: 'required' as const,
    }
    return { options }
  })

  serve(app, completePasskeySignIn, async ({ body, request }) => {
    const fresh = await consumeChallenge(accounts, body.credential.response.clientDataJSON, null)
    if (fresh.problem !== undefined) throw unauthorized(fresh.problem)
    const passkey = await findPasskey(accounts, body.credential)
    if (!passkey) throw unknownPasskey()
    await enforceLimit(limits, 'passkey', passkey.player_id)
    const counter = await verifyAnswer(accounts, passkey, body.credential, fresh.challenge)
    if (counter === null) throw unauthorized('Passkey authentication failed')

    const token = await db.transaction().execute(async (trx) => {
      const at = new Date(accounts.now())
      if (!(await lockForSignIn(trx, passkey.player_id))) return null
      if (!(await advanceCounter(trx, passkey.id, counter, at))) return null
      return startSession(accounts, trx, passkey.player_id, body.rememberMe, request.headers['user-agent'])
    })
    if (token === null) throw await counterError(accounts, passkey)
    await storeTimeZone(db, authentication, passkey.player_id, body.timeZone)
    const deviceId = await recogniseDevice(accounts, body.device, uniqueKey(passkey.email))
    return authAnswer(accounts, passkey.player_id, { token, deviceId, message: 'Signed in' })
  })
}

/** The error of a counter that did not increase: the passkey was deleted concurrently, or may be cloned. */
async function counterError(accounts: Accounts, passkey: PasskeyRow): Promise<HttpError> {
  const isCopy = await auditCounterRegression(accounts, passkey)
  return isCopy ? unauthorized(clonedPasskeyMessage) : unknownPasskey()
}

function unknownPasskey(): HttpError {
  return notFound('No passkeys found for this device')
}
