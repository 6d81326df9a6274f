import { zodResolver } from '@hookform/resolvers/zod'
import { login } from '@stepledger/contracts/http/accounts.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { storageOf } from '../../app/storage.ts'
import { signInByPasskey } from '../../passkeys/ceremonies.ts'
import { passkeyErrorText } from '../../passkeys/passkey-error.ts'
import { PasskeySuggestion } from '../../passkeys/passkey-suggestion.tsx'
import { dismissSuggestion, suggestsPasskey } from '../../passkeys/suggestion.ts'
import { useSession, useSessionStore, useSigning } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CheckField, TextField } from '../../ui/text-field.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './form-card.tsx'
import { useReturnAddress } from './return-to.ts'
import { browserTimeZone } from './time-zone.ts'

/** Signs in by password or passkey, may suggest a passkey, and returns to the previous page. */
export function LoginPage() {
  useDocumentTitle('Login')
  const call = useCall()
  const { token } = useSession()
  const { signIn } = useSigning()
  const store = useSessionStore()
  const { state } = useLocation()
  const back = useReturnAddress()
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [choosing, setChoosing] = useState(false)
  const [suggesting, setSuggesting] = useState(false)
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(login.body),
    defaultValues: { email: '', password: '', rememberMe: false },
  })
  const { errors, isSubmitting } = formState
  const busy = isSubmitting || choosing

  if (token !== null && suggesting) {
    const skip = () => {
      dismissSuggestion(storageOf(window), Date.now())
      setSuggesting(false)
    }
    return (
      <FormCard title="Sign In Without a Password?">
        <div className="mt-3">
          <PasskeySuggestion alone onAdded={() => setSuggesting(false)} onSkip={skip} />
        </div>
      </FormCard>
    )
  }
  if (token !== null && !busy) return <Navigate to={back} replace />

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const body = { ...values, timeZone: browserTimeZone(), device: store.device() }
      const answer = await call(login, { body })
      // Not awaited: the session has started, only the refetch of the user is pending.
      void signIn(answer)
      setSuggesting(await suggestsPasskey(call, storageOf(window)))
    } catch (error) {
      setFailure(errorText(error, 'Login failed. Please try again.'))
    }
  })

  const choosePasskey = async () => {
    setFailure(null)
    setChoosing(true)
    try {
      const details = { timeZone: browserTimeZone(), device: store.device() }
      void signIn(await signInByPasskey(call, { ...details, rememberMe: getValues('rememberMe') ?? false }))
    } catch (error) {
      setFailure(passkeyErrorText(error, 'Passkey login failed. Please try again.'))
    } finally {
      setChoosing(false)
    }
  }

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
          aside={
            <Link className="link text-sm" to="/forgot-password">
              Forgot password?
            </Link>
          }
          error={errors.password?.message}
          {...register('password')}
        />
        <CheckField label="Remember me" {...register('rememberMe')} />
        <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={busy}>
          {isSubmitting ? 'Signing in…' : 'Login'}
        </button>
        <button
          type="button"
          className="btn h-11 w-full md:h-10"
          disabled={busy}
          onClick={() => void choosePasskey()}
        >
          <Icon name="key" /> {choosing ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
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
