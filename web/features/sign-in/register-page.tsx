import { register as registerRoute } from '@stepledger/contracts/http/accounts.ts'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { CheckField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { CardForm } from './card-form.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { FirstPasskey } from './first-passkey.tsx'
import { FormCard } from './form-card.tsx'
import { registerForm } from './register-form.ts'
import { useReturnAddress } from './return-to.ts'
import { browserTimeZone } from './time-zone.ts'

/** Creates an account and signs in. */
export function RegisterPage() {
  useDocumentTitle('Register')
  const call = useCall()
  const { token, user } = useSession()
  const { signIn } = useSigning()
  const { state } = useLocation()
  const back = useReturnAddress()
  const [done, setDone] = useState(false)
  const { field, submit, ...form } = useCallForm(
    registerForm,
    { email: '', alias: '', password: '', privacy: false },
    ['email', 'alias', 'password'],
  )

  if (done || (token !== null && user?.emailVerifiedAt === null && !form.isSubmitting))
    return <CheckYourEmail back={back}>{done && <FirstPasskey />}</CheckYourEmail>
  if (token !== null && !form.isSubmitting) return <Navigate to={back} replace />

  const onSubmit = submit(async ({ email, alias, password }) => {
    const answer = await call(registerRoute, {
      body: { email, alias, password, timeZone: browserTimeZone() },
    })
    setDone(true)
    await signIn(answer)
  }, 'Registration failed. Please try again.')

  return (
    <FormCard title="Create Account">
      <CardForm form={form} onSubmit={onSubmit} action="Create Account" pending="Creating account…">
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextField
          label="Alias"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field('alias')}
        />
        <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
        <CheckField
          label={
            <>
              I agree to the{' '}
              <Link className="link" to="/privacy" target="_blank">
                Privacy Policy
              </Link>
            </>
          }
          {...field('privacy')}
        />
      </CardForm>
      <p className="mute mt-5">
        Already have an account?{' '}
        <Link className="link text-base-content" to="/login" state={state}>
          Login
        </Link>
      </p>
    </FormCard>
  )
}
