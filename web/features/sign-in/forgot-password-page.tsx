import { zodResolver } from '@hookform/resolvers/zod'
import { requestPasswordReset } from '@stepledger/contracts/http/mail-links.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { formatCountdown } from '../../ui/format-countdown.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './form-card.tsx'

/** The link's time to live, ms. */
const linkTtl = 3_600_000

/** Requests the password reset email. */
export function ForgotPasswordPage() {
  useDocumentTitle('Forgot Password')
  const call = useCall()
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [sent, setSent] = useState<{ readonly email: string; readonly until: number } | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(requestPasswordReset.body),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState

  if (sent) return <MailSent {...sent} onAgain={() => setSent(null)} />

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      await call(requestPasswordReset, { body })
      setSent({ email: body.email, until: Date.now() + linkTtl })
    } catch (error) {
      setFailure(errorText(error, 'An error occurred'))
    }
  })

  return (
    <FormCard title="Forgot Password">
      <p className="mute mt-2">We'll send you a link to choose a new one.</p>
      <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
        {failure && <ErrorBanner {...failure} />}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Send Reset Link'}
        </button>
      </form>
      <BackToSignIn />
    </FormCard>
  )
}

interface SentProps {
  readonly email: string
  readonly until: number
  readonly onAgain: () => void
}

function MailSent({ email, until, onAgain }: SentProps) {
  const left = useCountdown(until)
  return (
    <FormCard title="Check Your Email">
      <p className="mt-3 text-lg" role="status">
        If there's an account for <b className="break-words">{email}</b>, we've sent it a link.
      </p>
      {left > 0 ? (
        <p className="mute mt-2">
          Link expires in{' '}
          <b className="text-base-content" role="timer" aria-label="Time left">
            {formatCountdown(left)}
          </b>
        </p>
      ) : (
        <p className="mt-2" role="status">
          The link has expired.
        </p>
      )}
      <button type="button" className="btn mt-5 h-11 w-full md:h-10" onClick={onAgain}>
        Send Another Link
      </button>
      <BackToSignIn />
    </FormCard>
  )
}

function BackToSignIn() {
  return (
    <p className="mt-5">
      <Link className="link" to="/login">
        Back to Sign In
      </Link>
    </p>
  )
}
