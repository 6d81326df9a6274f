import {
  ceremonyTime,
  completePasskeyRegistration,
  maxPasskeys,
  startPasskeyRegistration,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { playerRow } from '../player-row.ts'
import { consumeChallenge, newChallenge } from './challenges.ts'
import { passkeyName } from './passkey-name.ts'
import { relyingParty, userHandle } from './relying-party.ts'
import { knownTransports, type NewPasskey, storePasskey, tooManyPasskeys } from './store-passkey.ts'

type Registration = z.output<typeof completePasskeyRegistration.body>['credential']

/** Serves the registration of a passkey: the options for the browser, then its response. */
export function serveAddPasskey(app: FastifyInstance, accounts: Accounts): void {
  const { limits } = app.guards

  serve(app, startPasskeyRegistration, async ({ caller, body, request }) => {
    await enforceLimit(limits, 'passkey', caller.playerId)
    const options = await creationOptions(accounts, caller.playerId)
    return { options, passkeyName: passkeyName(body.name, request.headers['user-agent']) }
  })

  serve(app, completePasskeyRegistration, async ({ caller, body, request }) => {
    const passkey = await verify(accounts, caller.playerId, body.credential)
    const name = passkeyName(body.passkeyName, request.headers['user-agent'])
    await storePasskey(accounts, caller, { ...passkey, name })
    return { message: 'Passkey added' }
  })
}

async function creationOptions(accounts: Accounts, playerId: string) {
  const { db, publicUrl } = accounts
  const player = await playerRow(db, playerId)
  const existing = await db
    .selectFrom('accounts.passkeys')
    .select(['credential_id', 'transports'])
    .where('player_id', '=', playerId)
    .execute()
  if (existing.length >= maxPasskeys) throw tooManyPasskeys()

  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { challenge, user, pubKeyCredParams, rp } = await generateRegistrationOptions({
    rpName: 'Stepledger',
    rpID: relyingParty(publicUrl()).id,
    userID: userHandle(playerId),
    userName: player.email,
    userDisplayName: player.alias,
    challenge: Uint8Array.from(await newChallenge(accounts, playerId)),
  })
  return {
    challenge,
    user,
    pubKeyCredParams,
    rp: { name: rp.name, id: relyingParty(publicUrl()).id },
    timeout: ceremonyTime,
    attestation: 'none' as const,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      type: 'public-key' as const,
      transports: knownTransports(transports),
    })),
    // A passkey replaces email and password: it must identify its player, and its device must verify the user.
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

/** Throws 422 for a credential of another site or player, or one that is too late. */
async function verify(
  accounts: Accounts,
  playerId: string,
  credential: Registration,
): Promise<Omit<NewPasskey, 'name'>> {
  const fresh = await consumeChallenge(accounts, credential.response.clientDataJSON, playerId)
  if (fresh.problem !== undefined) throw invalidField('credential', fresh.problem)
  const expected = relyingParty(accounts.publicUrl())
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: fresh.challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
  }).catch((error: unknown) => {
    accounts.log.info(`a passkey registration failed: ${String(error)}`)
    return { verified: false as const, registrationInfo: undefined }
  })
  if (!verified) throw invalidField('credential', 'Failed to register passkey')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    deviceType: registrationInfo.credentialDeviceType,
    transports: knownTransports(credential.response.transports),
  }
}
