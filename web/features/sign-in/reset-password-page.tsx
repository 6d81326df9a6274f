import { zodResolver } from '@hookform/resolvers/zod'
import { resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useFormFailure } from '../../ui/use-form-failure.ts'
import { isDeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'
import { LinkCard } from './link-card.tsx'
import { OtherPlayer } from './other-player.tsx'
import { resetPasswordForm } from './reset-password-form.ts'
import { useMailLink } from './use-mail-link.ts'

/** Delay before the redirect to the home page, ms. */
const redirectDelay = 10_000

/** The target of a password reset link: sets a new password and signs in. */
export function ResetPasswordPage() {
  useDocumentTitle('Reset Password')
  const { token: session } = useSession()
  const mailLink = useMailLink()
  const [isDead, setDead] = useState(false)
  const [doneAt, setDoneAt] = useState<number | null>(null)

  if (doneAt !== null) return <PasswordChanged redirectAt={doneAt + redirectDelay} />
  return (
    <LinkCard
      title="Reset Password"
      purposes={['resetPassword']}
      mailLink={mailLink}
      isDead={isDead}
      missing="Invalid or missing reset token. Please request a new password reset."
      to="/forgot-password"
      words="Request a New Password Reset"
    >
      {({ alias, isOwn }) =>
        session !== null && !isOwn ? (
          <OtherPlayer alias={alias} />
        ) : (
          <ResetForm
            token={mailLink.token}
            onDone={() => setDoneAt(Date.now())}
            onDead={() => setDead(true)}
          />
        )
      }
    </LinkCard>
  )
}

interface FormProps {
  readonly token: string
  readonly onDone: () => void
  readonly onDead: () => void
}

function ResetForm({ token, onDone, onDead }: FormProps) {
  const call = useCall()
  const { signIn } = useSigning()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirm: '' },
  })
  const { failure, setFailure, showError } = useFormFailure(setError, ['password'])
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null)
    try {
      const answer = await call(resetPassword, { body: { token, password } })
      onDone()
      await signIn(answer)
    } catch (error) {
      if (isDeadLink(error)) onDead()
      else showError(error, 'An error occurred')
    }
  })

  return (
    <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
      {failure !== null && <ErrorBanner {...failure} />}
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
      <p className="mute text-sm">This signs you out everywhere and removes all API keys and passkeys.</p>
      <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Reset Password'}
      </button>
    </form>
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
        Your password was changed. You're signed in.
      </p>
      <p className="mute mt-2">Taking you home in {left} s</p>
      <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to="/" replace>
        Go to Home
      </Link>
    </FormCard>
  )
}
