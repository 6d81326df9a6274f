import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { addPasskey } from './ceremonies.ts'

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
