import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import type { Call } from '../api/client.ts'

/** When the suggestion at the login page was last dismissed, ISO 8601. */
export const dismissedKey = 'passkeySuggestionDismissedAt'
/** That the one after registering was skipped. */
export const skippedKey = 'passkeySetupSkipped'

const aWeek = 7 * 24 * 60 * 60 * 1000

/** So long who has signed in waits at most to hear whether something is suggested, ms. */
const patience = 3000

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Whether a passkey is to be suggested after a sign-in: the browser can, nobody dismissed it within 7 days, and the
 * player has none.
 */
export async function suggestsPasskey(call: Call, storage: Kept): Promise<boolean> {
  if (!browserSupportsWebAuthn() || wasDismissed(storage, Date.now())) return false
  try {
    const { passkeys } = await call(listPasskeys, {}, AbortSignal.timeout(patience))
    return passkeys.length === 0
  } catch {
    // Nobody waits for a suggestion.
    return false
  }
}

/** Within the 7 days before `now`, ms. */
export function wasDismissed(storage: Kept, now: number): boolean {
  const age = now - Date.parse(read(storage, dismissedKey) ?? '')
  return age >= 0 && age < aWeek
}

export function dismissSuggestion(storage: Kept, now: number): void {
  keep(storage, dismissedKey, new Date(now).toISOString())
}

/** Whether a passkey is to be suggested to who has just registered: the browser can, and nobody skipped it here. */
export function suggestsPasskeyAtFirst(storage: Kept): boolean {
  return browserSupportsWebAuthn() && read(storage, skippedKey) !== 'true'
}

export function skipSetup(storage: Kept): void {
  keep(storage, skippedKey, 'true')
}

/** Storage may be forbidden or full; then it is suggested again. */
function read(storage: Kept, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function keep(storage: Kept, key: string, text: string): void {
  try {
    storage.setItem(key, text)
  } catch {
    // As above.
  }
}
