import {
  type AuthenticationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import {
  completePasskeyRegistration,
  completePasskeySignIn,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '@stepledger/contracts/http/passkeys.ts'
import type { AuthAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import type { Call } from '../api/client.ts'
import { CeremonyError } from './passkey-error.ts'

/**
 * Has the browser make a passkey, and the server keep it. Throws `CeremonyError` when the browser does not,
 * `CallError`.
 */
export async function addPasskey(call: Call, name: string): Promise<void> {
  const { options, passkeyName } = await call(startPasskeyRegistration, { body: { name } })
  const credential = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new CeremonyError(error, 'Failed to create passkey')
  })
  await call(completePasskeyRegistration, { body: { credential, passkeyName } })
}

interface SignInDetails {
  readonly rememberMe: boolean
  readonly timeZone: string | undefined
  readonly device: string | undefined
}

/**
 * Has the player choose a passkey of this site, and the server say whose it is. Throws `CeremonyError`, `CallError`.
 */
export async function signInByPasskey(call: Call, details: SignInDetails): Promise<AuthAnswer> {
  return call(completePasskeySignIn, { body: { credential: await signByPasskey(call), ...details } })
}

/** Has a passkey of this site, chosen by the player, sign a challenge. Throws `CeremonyError`, `CallError`. */
export async function signByPasskey(call: Call): Promise<AuthenticationResponseJSON> {
  const { options } = await call(startPasskeySignIn, { body: {} })
  return startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw new CeremonyError(error, 'Failed to authenticate with passkey')
  })
}
