import { type ErrorText, errorText, isNotFound } from '../api/call-error.ts'

/** What the library says of its own accord, which is shown as it is. */
const ownWords = [
  'WebAuthn is not supported in this browser',
  'Registration was not completed',
  'Authentication was not completed',
]

/** By the names that browsers give what went wrong. */
const wordsByName: Readonly<Record<string, string>> = {
  NotAllowedError: 'Passkey operation was cancelled or not allowed',
  AbortError: 'Passkey operation was cancelled or not allowed',
  NotSupportedError: 'Passkeys are not supported on this device',
  ConstraintError: 'Passkeys are not supported on this device',
  InvalidStateError: 'There is a passkey of yours on this device already',
}

/** A ceremony that the browser did not go through with. `sentence`: for what has no words of its own. */
export class CeremonyError extends Error {
  readonly words: ErrorText

  constructor(cause: unknown, sentence: string) {
    super(sentence, { cause })
    this.name = 'CeremonyError'
    this.words = wordsFor(cause, sentence)
  }
}

function wordsFor(cause: unknown, sentence: string): ErrorText {
  if (!(cause instanceof Error)) return { text: sentence }
  const words = wordsByName[cause.name] ?? ownWords.find((text) => text === cause.message)
  return words === undefined ? { text: sentence, detail: cause.message } : { text: words }
}

/** What to show when a passkey could not be added or used. `sentence`: for a call that failed and does not say why. */
export function passkeyErrorText(error: unknown, sentence: string): ErrorText {
  if (error instanceof CeremonyError) return error.words
  if (isNotFound(error)) return { text: 'No passkeys found for this device' }
  return errorText(error, sentence)
}
