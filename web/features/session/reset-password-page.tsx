import { zodResolver } from '@hookform/resolvers/zod'
import { resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { CallError, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSigning } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { DeadLink, isDeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'
import { resetPasswordForm } from './reset-password-form.ts'

/** From success to the home page, ms. */
const redirectAfter = 10_000

/** Where the link of a reset mail leads: a new password, and signed in with it. */
export function ResetPasswordPage() {
  useDocumentTitle('Reset Password')
  const call = useCall()
  const { signIn } = useSigning()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [failure, setFailure] = useState<unknown>(null)
  const [doneAt, setDoneAt] = useState<number | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState

  if (doneAt !== null) return <PasswordChanged redirectAt={doneAt + redirectAfter} />
  if (token === '' || isDeadLink(failure)) {
    return (
      <FormCard title="Reset Password">
        <DeadLink
          error={failure}
          missing="Invalid or missing reset token. Please request a new password reset."
          to="/forgot-password"
          words="Request a New Password Reset"
        />
      </FormCard>
    )
  }

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null)
    try {
      const answer = await call(resetPassword, { body: { token, password } })
      setDoneAt(Date.now())
      await signIn(answer)
    } catch (error) {
      if (error instanceof CallError && error.field === 'password')
        setError('password', { message: errorText(error).text }, { shouldFocus: true })
      else setFailure(error)
    }
  })

  return (
    <FormCard title="Reset Password">
      <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
        {failure !== null && <ErrorBanner {...errorText(failure, 'An error occurred')} />}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <TextField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...register('confirm')}
        />
        <p className="mute text-sm">Every session, API key and passkey ends with the old password.</p>
        <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Reset Password'}
        </button>
      </form>
    </FormCard>
  )
}

function PasswordChanged({ redirectAt }: { redirectAt: number }) {
  const navigate = useNavigate()
  const left = useCountdown(redirectAt)
  const over = left === 0
  useEffect(() => {
    if (over) void navigate('/', { replace: true })
  }, [over, navigate])
  return (
    <FormCard title="Password Changed">
      <p className="mt-3 text-lg" role="status">
        Your password is changed, and you are signed in.
      </p>
      <p className="mute mt-2">Home in {left} s.</p>
      <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to="/" replace>
        Go to Home
      </Link>
    </FormCard>
  )
}
