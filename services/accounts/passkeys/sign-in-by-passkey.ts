import {
  ceremonyTime,
  completePasskeySignIn,
  startPasskeySignIn,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { countCall } from '../../platform/http/count-call.ts'
import { notFound, type Refusal, unauthorized } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/serve.ts'
import { uniqueKey } from '../../platform/identity/unique-key.ts'
import type { Accounts } from '../deps.ts'
import { holdAccess } from '../lock-player.ts'
import { authAnswer } from '../profile/own-user.ts'
import { startSession } from '../sign-in/sessions.ts'
import { keepTimeZone } from '../sign-in/time-zone.ts'
import type { PasskeyRow } from '../tables.ts'
import { newChallenge } from './challenges.ts'
import { freshChallenge } from './client-data.ts'
import { moveCounter, noteCountedBack } from './counter.ts'
import { relyingParty } from './relying-party.ts'
import { userHandle } from './user-handle.ts'

type Answer = z.output<typeof completePasskeySignIn.body>['credential']

/** Serves signing in with a passkey. Nobody says who they are: the passkey does. */
export function serveSignInByPasskey(app: FastifyInstance, accounts: Accounts): void {
  const { db, devices, publicUrl } = accounts
  const { identity, limits } = app.guards

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
    const fresh = await freshChallenge(accounts, body.credential.response.clientDataJSON, null)
    if (fresh.trouble !== undefined) throw unauthorized(fresh.trouble)
    const passkey = await findPasskey(accounts, body.credential)
    if (!passkey) throw unknownPasskey()
    await countCall(limits, 'passkey', passkey.player_id)
    const counter = await verify(accounts, passkey, body.credential, fresh.challenge)

    const token = await db.transaction().execute(async (trx) => {
      const at = new Date(accounts.now())
      if (!(await holdAccess(trx, passkey.player_id))) return null
      if (!(await moveCounter(trx, passkey.id, counter, at))) return null
      return startSession(accounts, trx, passkey.player_id, body.rememberMe, request.headers['user-agent'])
    })
    if (token === null) throw await refuseCountedBack(accounts, passkey)
    await keepTimeZone(db, identity, passkey.player_id, body.timeZone)
    const deviceId = body.device === undefined ? null : devices.idOf(body.device, uniqueKey(passkey.email))
    return authAnswer(accounts, passkey.player_id, { token, deviceId, message: 'Signed in' })
  })
}

type FoundPasskey = PasskeyRow & { readonly email: string }

function findPasskey({ db }: Accounts, { id }: Answer): Promise<FoundPasskey | undefined> {
  return db
    .selectFrom('accounts.passkeys')
    .innerJoin('accounts.players', 'accounts.players.id', 'accounts.passkeys.player_id')
    .selectAll('accounts.passkeys')
    .select('accounts.players.email')
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst()
}

/**
 * How often the passkey says that it was used. Throws 401 for what it did not sign, or not for the player whose it is.
 */
async function verify(
  accounts: Accounts,
  passkey: PasskeyRow,
  credential: Answer,
  challenge: string,
): Promise<number> {
  const here = relyingParty(accounts.publicUrl())
  const isOwners =
    credential.response.userHandle === Buffer.from(userHandle(passkey.player_id)).toString('base64url')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: here.origin,
    expectedRPID: here.id,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(passkey.public_key),
      // The library would look at it before the signature; see counter.ts.
      counter: 0,
    },
  }).catch((error: unknown) => {
    accounts.log.info(`a passkey was not taken: ${String(error)}`)
    return { verified: false, authenticationInfo: undefined }
  })
  if (!verified || !authenticationInfo || !isOwners) throw unauthorized('Passkey authentication failed')
  return authenticationInfo.newCounter
}

/** It was deleted meanwhile, or there are two of it. */
async function refuseCountedBack(accounts: Accounts, passkey: PasskeyRow): Promise<Refusal> {
  const noted = await noteCountedBack(accounts, passkey)
  if (!noted) return unknownPasskey()
  return unauthorized(
    'This passkey counted back, so there may be a copy of it. Please sign in with your password and delete it.',
  )
}

function unknownPasskey(): Refusal {
  return notFound('No passkeys found for this device')
}
