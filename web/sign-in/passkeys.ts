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
import { type ErrorText, errorText, isNotFound, ShownError } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'

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

/** Messages of the library that are shown as they are. */
const libraryMessages = [
  'WebAuthn is not supported in this browser',
  'Registration was not completed',
  'Authentication was not completed',
]

/** Messages by DOMException name. */
const messageByName: Readonly<Record<string, string>> = {
  NotAllowedError: 'Passkey operation was cancelled or not allowed',
  AbortError: 'Passkey operation was cancelled or not allowed',
  NotSupportedError: 'Passkeys are not supported on this device',
  ConstraintError: 'Passkeys are not supported on this device',
  InvalidStateError: 'You already have a passkey on this device',
}

/** A failed WebAuthn ceremony. `sentence`: the fallback message. */
export class CeremonyError extends ShownError {
  constructor(cause: unknown, sentence: string) {
    super(ceremonyErrorText(cause, sentence), { cause })
    this.name = 'CeremonyError'
  }
}

function ceremonyErrorText(cause: unknown, sentence: string): ErrorText {
  if (!(cause instanceof Error)) return { text: sentence }
  const words = messageByName[cause.name] ?? libraryMessages.find((text) => text === cause.message)
  return words === undefined ? { text: sentence, detail: cause.message } : { text: words }
}

/** The error text of a sign-in by passkey. `sentence`: the fallback message for a failed call. */
export function passkeyErrorText(error: unknown, sentence: string): ErrorText {
  if (isNotFound(error)) return { text: 'No passkeys found for this device' }
  return errorText(error, sentence)
}
