import { type ErrorText, errorText, isNotFound, ShownError } from '../../api/call-error.ts'

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
