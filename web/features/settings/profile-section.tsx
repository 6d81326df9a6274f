import { alias } from '@stepledger/contracts/http/accounts.ts'
import { cancelEmailChange, changeEmail, getEmailChange } from '@stepledger/contracts/http/mail-links.ts'
import { listCountries, updateUser } from '@stepledger/contracts/http/profile.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { errorText } from '../../api/call-error.ts'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { useSessionStore, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.tsx'
import { CallFailure, ErrorBanner } from '../../ui/states.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { SaveRow } from './save-row.tsx'

export function ProfileSection() {
  const user = useUser()
  if (!user) return <ErrorBanner className="m-4" text="Failed to fetch user data." />
  return (
    <>
      <ProfileForm user={user} />
      <EmailSection />
    </>
  )
}

/** `countryId` is empty for none. */
const profileForm = z.object({ alias, countryId: z.string() })
type Values = z.infer<typeof profileForm>

const valuesOf = ({ alias, countryId }: User): Values => ({ alias, countryId: String(countryId ?? '') })

function ProfileForm({ user }: { user: User }) {
  const call = useCall()
  const store = useSessionStore()
  const countries = useRead(listCountries, {})
  const { field, submit, failure, setFailure, isSubmitting, dirtyFields, reset } = useCallForm(
    profileForm,
    valuesOf(user),
    ['alias', 'countryId'],
  )
  const changes = Object.keys(dirtyFields).length
  const [saved, setSaved] = useState(false)

  const onSubmit = submit(
    async (values) => {
      setSaved(false)
      const before = valuesOf(user)
      const body = {
        ...(values.alias !== before.alias && { alias: values.alias }),
        ...(values.countryId !== before.countryId && {
          countryId: values.countryId === '' ? null : Number(values.countryId),
        }),
      }
      if (Object.keys(body).length === 0) return setFailure({ text: 'No changes to save' })
      const answer = await call(updateUser, { body })
      store.setUser(answer.user)
      reset(valuesOf(answer.user))
      setSaved(true)
    },
    'Failed to update profile',
    () => setSaved(false),
  )

  const toSave = counted(changes, 'unsaved change')
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="pad grid gap-4 md:grid-cols-2">
        {failure && <ErrorBanner className="md:col-span-2" {...failure} />}
        {countries.error && (
          <ErrorBanner
            className="md:col-span-2"
            text={`Failed to load countries: ${errorText(countries.error, 'Failed to fetch countries').text}`}
            onRetry={() => void countries.refetch()}
          />
        )}
        <TextField
          label="Alias"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          hint="3 to 50 characters. Old links keep working."
          {...field('alias')}
        />
        <SelectField
          // The key remounts the select when its options load; otherwise it would lose its selection.
          key={countries.data ? 'all' : 'own'}
          label="Country"
          hint="Optional. Shown on your profile."
          {...field('countryId')}
        >
          <option value="">No country</option>
          {countries.data
            ? countries.data.countries.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))
            : user.country && <option value={user.country.id}>{user.country.name}</option>}
        </SelectField>
      </div>
      <SaveRow label="Save" busy={isSubmitting} note={changes > 0 ? toSave : saved ? 'Saved' : ''} />
    </form>
  )
}

/** Changes the email address; a change must be confirmed from the old and the new address. */
function EmailSection() {
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
