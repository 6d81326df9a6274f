import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import type { Call } from '../../api/client.ts'
import { readText, writeText } from '../../app/storage.ts'

/** localStorage key: when the suggestion after login was last dismissed, ISO 8601. */
export const dismissedKey = 'passkeySuggestionDismissedAt'
/** localStorage key: whether the suggestion after registering was skipped. */
export const skippedKey = 'passkeySetupSkipped'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Timeout of the check after login, ms. */
const checkTimeout = 3000

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>

/** Whether to suggest a passkey after login: supported, not dismissed within 7 days, and the player has none. */
export async function suggestsPasskey(call: Call, storage: KeyValueStore): Promise<boolean> {
  if (!browserSupportsWebAuthn() || wasDismissed(storage, Date.now())) return false
  try {
    const { passkeys } = await call(listPasskeys, {}, AbortSignal.timeout(checkTimeout))
    return passkeys.length === 0
  } catch {
    // The suggestion is optional.
    return false
  }
}

/** Whether it was dismissed within the 7 days before `now`, ms. */
export function wasDismissed(storage: KeyValueStore, now: number): boolean {
  const age = now - Date.parse(readText(storage, dismissedKey) ?? '')
  return age >= 0 && age < weekMs
}

export function dismissSuggestion(storage: KeyValueStore, now: number): void {
  writeText(storage, dismissedKey, new Date(now).toISOString())
}

/** Whether to suggest a passkey after registering: supported, and not skipped in this browser. */
export function suggestsPasskeyAtFirst(storage: KeyValueStore): boolean {
  return browserSupportsWebAuthn() && readText(storage, skippedKey) !== 'true'
}

export function skipSetup(storage: KeyValueStore): void {
  writeText(storage, skippedKey, 'true')
}
