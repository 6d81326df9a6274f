import { alias, email, newPassword, register as registerRoute } from '@stepledger/contracts/http/accounts.ts'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { useCall } from '../../api/use-call.ts'
import { storageOf } from '../../app/storage.ts'
import { PasskeySuggestion, skipSetup, suggestsPasskeyAtFirst } from '../../sign-in/passkey-suggestion.tsx'
import { ResendButton } from '../../sign-in/resend-button.tsx'
import { browserTimeZone, useSession, useSigning, useUser } from '../../sign-in/use-session.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { CheckField, PasswordField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm, FormCard } from './card-form.tsx'
import { useReturnAddress } from './return-to.ts'

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
        <PasswordField choose label="Password" {...field('password')} />
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

/** Offers a passkey after registering, unless it was skipped in this browser before. */
function FirstPasskey() {
  const [state, setState] = useState(() => (suggestsPasskeyAtFirst(storageOf(window)) ? 'open' : 'closed'))
  if (state === 'added')
    return (
      <p className="my-2" role="status">
        Passkey added.
      </p>
    )
  if (state === 'closed') return null
  const skip = () => {
    skipSetup(storageOf(window))
    setState('closed')
  }
  return (
    <section className="my-2 border-y border-line py-4" aria-labelledby="first-passkey">
      <h2 id="first-passkey" className="mb-1 font-bold">
        Sign In Without a Password?
      </h2>
      <PasskeySuggestion onAdded={() => setState('added')} onSkip={skip} />
    </section>
  )
}

interface Props {
  readonly back: string
  readonly children?: ReactNode
}

/** After registering: the account works at once; the email is still unverified. */
function CheckYourEmail({ back, children }: Props) {
  const user = useUser()
  // Who came here from a game that waits with a code goes on there.
  const isLinking = back.startsWith('/link')
  return (
    <FormCard title="Check Your Email!">
      {user && (
        <p className="mt-3 text-lg">
          You're signed in as <b className="break-words">{user.alias}</b>. We sent a link to{' '}
          <b className="break-words">{user.email}</b>.
        </p>
      )}
      <p className="mute mt-2">
        Confirm your email before anything else. Otherwise we can't recover your account.
      </p>
      <div className="mt-5 grid gap-2">
        <ResendButton />
        {children}
        <Link className="btn btn-primary h-11 md:h-10" to={isLinking ? back : '/help#setup'}>
          {isLinking ? 'Continue' : 'Set Up My Game'}
        </Link>
      </div>
    </FormCard>
  )
}

/** The registration form: the contract's rules and the consent, which is checked only in the browser. */
export const registerForm = z.object({
  email,
  alias,
  password: newPassword,
  privacy: z.boolean().refine((agreed) => agreed, 'You must agree to the Privacy Policy'),
})
