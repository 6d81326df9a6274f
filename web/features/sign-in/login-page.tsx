import { login } from '@stepledger/contracts/http/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { storageOf } from '../../app/storage.ts'
import { dismissSuggestion, PasskeySuggestion, suggestsPasskey } from '../../sign-in/passkey-suggestion.tsx'
import { passkeyErrorText, signInByPasskey } from '../../sign-in/passkeys.ts'
import { browserTimeZone, useSession, useSessionStore, useSigning } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { CheckField, PasswordField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm, FormCard } from './card-form.tsx'
import { useReturnAddress } from './return-to.ts'

/** Signs in by password or passkey, may suggest a passkey, and returns to the previous page. */
export function LoginPage() {
  useDocumentTitle('Login')
  const call = useCall()
  const { token } = useSession()
  const { signIn } = useSigning()
  const store = useSessionStore()
  const { state } = useLocation()
  const back = useReturnAddress()
  const [suggesting, setSuggesting] = useState(false)
  const { field, submit, setFailure, getValues, ...form } = useCallForm(
    login.body,
    { email: '', password: '', rememberMe: false },
    [],
  )
  const byPasskey = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      const details = { timeZone: browserTimeZone(), device: store.device() }
      return signInByPasskey(call, { ...details, rememberMe: getValues('rememberMe') ?? false })
    },
    onMutate: () => setFailure(null),
    onSuccess: (answer) => void signIn(answer),
    onError: (error) => setFailure(passkeyErrorText(error, 'Passkey login failed. Please try again.')),
  })
  const busy = form.isSubmitting || byPasskey.isPending

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

  const onSubmit = submit(async (values) => {
    const body = { ...values, timeZone: browserTimeZone(), device: store.device() }
    const answer = await call(login, { body })
    // Not awaited: the session has started, only the refetch of the user is pending.
    void signIn(answer)
    setSuggesting(await suggestsPasskey(call, storageOf(window)))
  }, 'Login failed. Please try again.')

  return (
    <FormCard title="Login">
      <CardForm
        form={form}
        onSubmit={onSubmit}
        disabled={busy}
        action="Login"
        pending="Signing in…"
        below={
          <Button size="large" className="w-full" disabled={busy} onClick={() => byPasskey.mutate()}>
            <Icon name="key" /> {byPasskey.isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
          </Button>
        }
      >
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordField
          label="Password"
          aside={
            <Link className="link text-sm" to="/forgot-password">
              Forgot password?
            </Link>
          }
          {...field('password')}
        />
        <CheckField label="Remember me" {...field('rememberMe')} />
      </CardForm>
      <p className="mute mt-5">
        No account yet?{' '}
        <Link className="link text-base-content" to="/register" state={state}>
          Create one here
        </Link>
      </p>
    </FormCard>
  )
}
