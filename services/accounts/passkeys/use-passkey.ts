import type { completePasskeySignIn } from '@stepledger/contracts/http/passkeys.ts'
import type { z } from 'zod'
import type { Accounts } from '../deps.ts'
import type { PasskeyRow } from '../tables.ts'
import { relyingParty } from './relying-party.ts'
import { userHandle } from './user-handle.ts'

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
      // The library would check it before the signature; signature-counter.ts does.
      counter: 0,
    },
  }).catch((error: unknown) => {
    accounts.log.info(`a passkey sign-in failed: ${String(error)}`)
    return { verified: false, authenticationInfo: undefined }
  })
  return verified && authenticationInfo && isOwners ? authenticationInfo.newCounter : null
}
