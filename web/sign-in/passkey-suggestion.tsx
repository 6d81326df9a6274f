import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Call } from '../api/client.ts'
import { useCall } from '../api/use-call.ts'
import { readText, writeText } from '../app/storage.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CallFailure } from '../ui/states.tsx'
import { addPasskey } from './passkeys.ts'

interface Props {
  /** Whether the page shows nothing else: the button is primary and takes the focus. */
  readonly alone?: boolean
  readonly onAdded: () => void
  readonly onSkip: () => void
}

/** Offers to set up a passkey. The server names it by browser and device. */
export function PasskeySuggestion({ alone = false, onAdded, onSkip }: Props) {
  const call = useCall()
  const add = useMutation({
    networkMode: 'always',
    mutationFn: () => addPasskey(call, 'Passkey'),
    onSuccess: onAdded,
  })
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (alone) first.current?.focus()
  }, [alone])

  return (
    <div className="grid gap-4">
      <p className="mute">
        Passkeys let you sign in with your fingerprint, face or PIN instead of a password. You can delete them
        at any time under Edit Profile.
      </p>
      <CallFailure error={add.error} sentence="Failed to register passkey" />
      <div className="grid gap-2">
        <Button
          ref={first}
          size="large"
          variant={alone ? 'primary' : 'plain'}
          disabled={add.isPending}
          onClick={() => add.mutate()}
        >
          <Icon name="key" /> {add.isPending ? 'Setting up…' : 'Set Up Passkey'}
        </Button>
        <Button size="large" variant={alone ? 'plain' : 'ghost'} disabled={add.isPending} onClick={onSkip}>
          Not now
        </Button>
      </div>
    </div>
  )
}

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
