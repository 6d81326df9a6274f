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
import type { Call } from '../../api/client.ts'
import { CeremonyError } from './passkey-error.ts'

/** Creates a passkey and registers it. Throws `CeremonyError` if the browser fails, `CallError` if the server does. */
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

/** Signs in with a passkey that the player chooses. Throws `CeremonyError`, `CallError`. */
export async function signInByPasskey(call: Call, details: SignInDetails): Promise<AuthAnswer> {
  return call(completePasskeySignIn, { body: { credential: await signByPasskey(call), ...details } })
}

/** Signs a challenge with a passkey that the player chooses. Throws `CeremonyError`, `CallError`. */
export async function signByPasskey(call: Call): Promise<AuthenticationResponseJSON> {
  const { options } = await call(startPasskeySignIn, { body: {} })
  return startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw new CeremonyError(error, 'Failed to authenticate with passkey')
  })
}
