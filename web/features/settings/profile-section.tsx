import { listCountries } from '@stepledger/contracts/http/countries.ts'
import { updateUser } from '@stepledger/contracts/http/own-profile.ts'
import { alias } from '@stepledger/contracts/http/shapes/alias.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { useState } from 'react'
import { z } from 'zod'
import { errorText } from '../../api/call-error.ts'
import { useCall, useRead } from '../../api/use-call.ts'
import { useSessionStore, useUser } from '../../sign-in/use-session.ts'
import { counted } from '../../ui/count-text.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { EmailSection } from './email-section.tsx'
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
