import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { listPasskeys, proveIdentity } from '@stepledger/contracts/http/passkeys.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { useCall, useRead } from '../api/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorBanner } from '../ui/states.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useCallForm } from '../ui/use-call-form.ts'
import { passkeyErrorText, signByPasskey } from './passkeys.ts'

const passwordForm = z.object({ password: z.string().min(1, 'Password is required') })

export default function ProofForm({ onProved }: { onProved: () => void }) {
  const call = useCall()
  const passkeys = useRead(listPasskeys, {})
  const { field, submit, failure, setFailure, setFocus, isSubmitting } = useCallForm(
    passwordForm,
    { password: '' },
    ['password'],
  )
  const byPasskey = useMutation({
    networkMode: 'always',
    mutationFn: async () => call(proveIdentity, { body: { credential: await signByPasskey(call) } }),
    onMutate: () => setFailure(null),
    onSuccess: onProved,
    onError: (error) => setFailure(passkeyErrorText(error, 'Passkey authentication failed')),
  })
  useEffect(() => setFocus('password'), [setFocus])
  const hasPasskey = browserSupportsWebAuthn() && (passkeys.data?.passkeys.length ?? 0) > 0
  const busy = isSubmitting || byPasskey.isPending

  const onSubmit = submit(async (body) => {
    await call(proveIdentity, { body })
    onProved()
  }, 'Failed to check your password')

  return (
    <form className="pad grid gap-4" noValidate onSubmit={onSubmit}>
      <p>You signed in a while ago. Enter your password to continue.</p>
      {failure && <ErrorBanner {...failure} />}
      <PasswordField label="Password" {...field('password')} />
      <div className="flex flex-wrap justify-end gap-2">
        {hasPasskey && (
          <Button size="large" className="mr-auto" disabled={busy} onClick={() => byPasskey.mutate()}>
            <Icon name="key" /> {byPasskey.isPending ? 'Waiting…' : 'Use a Passkey'}
          </Button>
        )}
        <Button type="submit" size="large" variant="primary" disabled={busy}>
          {isSubmitting ? 'Checking…' : 'Continue'}
        </Button>
      </div>
    </form>
  )
}
