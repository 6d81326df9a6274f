import { cancelEmailChange, changeEmail, getEmailChange } from '@stepledger/contracts/http/email-change.ts'
import { useMutation } from '@tanstack/react-query'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure, ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { SaveRow } from './save-row.tsx'

/** Changes the email address; a change must be confirmed from the old and the new address. */
export function EmailSection() {
  const user = useUser()
  const { data } = useRead(getEmailChange, {})
  return (
    <section className="border-t border-line" aria-label="Email">
      {data?.change ? <PendingChange {...data.change} /> : <ChangeForm key={user?.email} />}
    </section>
  )
}

function ChangeForm() {
  const user = useUser()
  const call = useCall()
  const refetchReads = useRefetch()
  const { field, submit, failure, isSubmitting } = useCallForm(changeEmail.body, { email: '' }, ['email'])

  const onSubmit = submit(async (body) => {
    await call(changeEmail, { body })
    await refetchReads([getEmailChange])
  }, 'Failed to update profile. Please try again.')

  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="pad grid gap-4 md:grid-cols-2">
        {failure && <ErrorBanner className="md:col-span-2" {...failure} />}
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          hint={`Currently ${user?.email ?? ''}. We'll send a link to both addresses.`}
          {...field('email')}
        />
      </div>
      <SaveRow label="Change Email" busy={isSubmitting} note="" secondary />
    </form>
  )
}

interface Change {
  readonly email: string
  readonly oldProved: boolean
  readonly newProved: boolean
}

function PendingChange({ email, oldProved, newProved }: Change) {
  const call = useCall()
  const refetchReads = useRefetch()
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSettled: () => refetchReads([getEmailChange]),
  })
  return (
    <div className="pad grid gap-3">
      <CallFailure error={cancel.error} sentence="Failed to update profile. Please try again." />
      <p role="status">
        Your email becomes <b className="break-words">{email}</b> once you've used both links.
      </p>
      <ul className="mute text-sm">
        <li>Old address: {oldProved ? 'confirmed' : 'link sent'}</li>
        <li>New address: {newProved ? 'confirmed' : 'link sent'}</li>
      </ul>
      <div>
        <Button size="medium" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep the Old Email
        </Button>
      </div>
    </div>
  )
}
