import { zodResolver } from '@hookform/resolvers/zod'
import { register as registerRoute } from '@stepledger/contracts/http/accounts.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField, TextField } from '../../ui/text-field.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useFormFailure } from '../../ui/use-form-failure.ts'
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
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registerForm),
    defaultValues: { email: '', alias: '', password: '', privacy: false },
  })
  const { failure, setFailure, showError } = useFormFailure(setError, ['email', 'alias', 'password'])
  const { errors, isSubmitting } = formState

  if (done || (token !== null && user?.emailVerifiedAt === null && !isSubmitting))
    return <CheckYourEmail back={back}>{done && <FirstPasskey />}</CheckYourEmail>
  if (token !== null && !isSubmitting) return <Navigate to={back} replace />

  const submit = handleSubmit(async ({ email, alias, password }) => {
    setFailure(null)
    try {
      const answer = await call(registerRoute, {
        body: { email, alias, password, timeZone: browserTimeZone() },
      })
      setDone(true)
      await signIn(answer)
    } catch (error) {
      showError(error, 'Registration failed. Please try again.')
    }
  })

  return (
    <FormCard title="Create Account">
      <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
        {failure && <ErrorBanner {...failure} />}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Alias"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.alias?.message}
          {...register('alias')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <CheckField
          label={
            <>
              I agree to the{' '}
              <Link className="link" to="/privacy" target="_blank">
                Privacy Policy
              </Link>
            </>
          }
          error={errors.privacy?.message}
          {...register('privacy')}
        />
        <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
          {isSubmitting ? 'Creating account…' : 'Create Account'}
        </button>
      </form>
      <p className="mute mt-5">
        Already have an account?{' '}
        <Link className="link text-base-content" to="/login" state={state}>
          Login
        </Link>
      </p>
    </FormCard>
  )
}
