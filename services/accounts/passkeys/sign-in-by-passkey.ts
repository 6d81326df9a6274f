import {
  ceremonyTime,
  completePasskeySignIn,
  startPasskeySignIn,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { type HttpError, notFound, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { lockForSignIn } from '../lock-player.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { recogniseDevice } from '../sign-in/devices.ts'
import { startSession } from '../sign-in/sessions.ts'
import { storeTimeZone } from '../sign-in/time-zone.ts'
import type { PasskeyRow } from '../tables.ts'
import { consumeChallenge, newChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'
import {
  advanceCounter,
  auditCounterRegression,
  clonedPasskeyMessage,
  findPasskey,
  verifyAnswer,
} from './use-passkey.ts'

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
