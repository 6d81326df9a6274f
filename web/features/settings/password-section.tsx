import {
  deleteSession,
  endOtherSessions,
  listSessions,
  newPassword,
  type Session,
  unknownDevice,
} from '@stepledger/contracts/http/accounts.ts'
import { listApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { updateUser } from '@stepledger/contracts/http/profile.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { useSessionStore } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/format.tsx'
import { CallFailure, ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CheckField, PasswordField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { SaveRow } from './save-row.tsx'

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
            <PasswordField label="Current password" {...field('currentPassword')} />
            <PasswordField choose label="New password" {...field('newPassword')} />
            <PasswordField choose label="Confirm new password" {...field('confirm')} />
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

/** The change-password form: the contract's rules and the confirmation, which is checked only in the browser. */
export const passwordForm = z
  .object({
    currentPassword: z.string(),
    newPassword: z.string(),
    confirm: z.string(),
    removeKeysAndPasskeys: z.boolean(),
  })
  .superRefine((values, context) => {
    const addIssue = (field: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (values.newPassword === '') return addIssue('newPassword', 'No changes to save')
    if (values.currentPassword === '')
      addIssue('currentPassword', 'Current password is required to change password')
    const rule = newPassword.safeParse(values.newPassword).error?.issues[0]
    if (rule) addIssue('newPassword', rule.message)
    if (values.confirm !== values.newPassword) addIssue('confirm', 'New passwords do not match')
  })

function SignedInDevices() {
  const call = useCall()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(listSessions, {})
  const refetchSessions = () => refetchReads([listSessions])
  const end = useMutation({
    mutationFn: (id: string) => call(deleteSession, { params: { id } }),
    onSettled: refetchSessions,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: refetchSessions,
  })

  if (!data) return <UnloadedRows error={error} sentence="Failed to load sessions" onRetry={refetch} />
  const { sessions } = data
  const failed = end.error ?? endOthers.error
  const busy = end.isPending || endOthers.isPending
  return (
    <>
      <CallFailure className="m-4" error={failed} sentence="Failed to sign out" />
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <Button size="large" disabled={busy || sessions.length < 2} onClick={() => endOthers.mutate()}>
          Sign Out Everywhere Else
        </Button>
        <p className="mute text-sm" role="status">
          {sessions.length < 2 ? "You're not signed in anywhere else." : `${sessions.length} sessions`}
        </p>
      </div>
    </>
  )
}

/** Leaves out an unknown device. */
const thisBrowser = (device: string) =>
  device === unknownDevice ? 'This browser' : `This browser, ${device}`

interface RowProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session: { device, createdAt, lastUsedAt, current }, busy, onEnd }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{current ? thisBrowser(device) : device}</p>
        <p className="mute text-xs">
          since <Time at={createdAt} format="day" />
          {lastUsedAt !== null && !current && (
            <>
              {' '}
              · last used <Time at={lastUsedAt} format="whole" />
            </>
          )}
        </p>
      </div>
      {current ? (
        <Tag variant="ok">This device</Tag>
      ) : (
        <Button size="small" aria-label={`Sign out ${device}`} disabled={busy} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  )
}
