import { listApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import { updateUser } from '@stepledger/contracts/http/own-profile.ts'
import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { listSessions } from '@stepledger/contracts/http/sign-in-sessions.ts'
import { useState } from 'react'
import { useCall, useRefetch } from '../../api/use-call.ts'
import { useSessionStore } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { passwordForm } from './password-form.ts'
import { SaveRow } from './save-row.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

const empty = { currentPassword: '', newPassword: '', confirm: '', removeKeysAndPasskeys: true }

/** Changes the password; all other sessions end. */
export function PasswordSection() {
  const call = useCall()
  const store = useSessionStore()
  const refetchReads = useRefetch()
  const [note, setNote] = useState('')
  const { field, submit, failure, isSubmitting, reset } = useCallForm(passwordForm, empty, [
    'currentPassword',
    'newPassword',
  ])

  const onSubmit = submit(
    async ({ currentPassword, newPassword, removeKeysAndPasskeys }) => {
      setNote('')
      const answer = await call(updateUser, { body: { currentPassword, newPassword, removeKeysAndPasskeys } })
      store.setUser(answer.user)
      reset(empty)
      setNote("Password changed. You're signed out everywhere else.")
      await refetchReads([listSessions, listApiKeys, listPasskeys])
    },
    'Failed to update password',
    () => setNote(''),
  )

  return (
    <>
      <form noValidate onSubmit={onSubmit}>
        <div className="pad grid gap-4">
          {failure && <ErrorBanner {...failure} />}
          <div className="grid items-start gap-4 lg:grid-cols-3">
            <TextField
              label="Current password"
              type="password"
              autoComplete="current-password"
              {...field('currentPassword')}
            />
            <TextField
              label="New password"
              type="password"
              autoComplete="new-password"
              {...field('newPassword')}
            />
            <TextField
              label="Confirm new password"
              type="password"
              autoComplete="new-password"
              {...field('confirm')}
            />
          </div>
          <div>
            <CheckField label="Also remove all API keys and passkeys" {...field('removeKeysAndPasskeys')} />
            <p className="mute mt-1 text-xs">
              Keep this ticked if someone else may have used your account. Your game will need a new API key.
            </p>
          </div>
          <p className="mute text-xs">
            Changing your password signs you out everywhere else. We'll email you to confirm.
          </p>
        </div>
        <SaveRow label="Change Password" busy={isSubmitting} note={note} />
      </form>
      <h3 className="border-t border-line px-4 pt-4 font-bold">Signed-in devices</h3>
      <SignedInDevices />
    </>
  )
}
