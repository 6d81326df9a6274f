import { zodResolver } from '@hookform/resolvers/zod'
import { login } from '@stepledger/contracts/http/accounts.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSessionStore, useSigning } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField, TextField } from '../../ui/text-field.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './form-card.tsx'
import { useReturnAddress } from './return-to.ts'
import { browserTimeZone } from './time-zone.ts'

/** Sign in; then back to where the player came from. */
export function LoginPage() {
  useDocumentTitle('Login')
  const call = useCall()
  const { token } = useSession()
  const { signIn } = useSigning()
  const store = useSessionStore()
  const { state } = useLocation()
  const back = useReturnAddress()
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(login.body),
    defaultValues: { email: '', password: '', rememberMe: false },
  })
  const { errors, isSubmitting } = formState

  if (token !== null) return <Navigate to={back} replace />

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const body = { ...values, timeZone: browserTimeZone(), device: store.device() }
      await signIn(await call(login, { body }))
    } catch (error) {
      setFailure(errorText(error, 'Login failed. Please try again.'))
    }
  })

  return (
    <FormCard title="Login">
      <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
        {failure && <ErrorBanner {...failure} />}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <CheckField label="Remember me" {...register('rememberMe')} />
        <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
          {isSubmitting ? 'Signing in…' : 'Login'}
        </button>
      </form>
      <p className="mute mt-5">
        No account yet?{' '}
        <Link className="link text-base-content" to="/register" state={state}>
          Create one here
        </Link>
      </p>
    </FormCard>
  )
}
