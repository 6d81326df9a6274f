import { newPassword } from '@stepledger/contracts/http/accounts.ts'
import { requestPasswordReset, resetPassword } from '@stepledger/contracts/http/mail-links.ts'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { formatCountdown } from '../../ui/format.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { useCountdown } from '../../ui/use-now.ts'
import { CardForm, FormCard } from './card-form.tsx'
import { LinkCard, OtherPlayer, useMailLink } from './link-card.tsx'

/** Delay before the redirect to the home page, ms. */
const redirectDelay = 10_000

/** The target of a password reset link: sets a new password and signs in. */
export function ResetPasswordPage() {
  const { token: session } = useSession()
  const mailLink = useMailLink()
  const [doneAt, setDoneAt] = useState<number | null>(null)

  if (doneAt !== null) return <PasswordChanged redirectAt={doneAt + redirectDelay} />
  return (
    <LinkCard
      title="Reset Password"
      purposes={['resetPassword']}
      mailLink={mailLink}
      missing="Invalid or missing reset token. Please request a new password reset."
      to="/forgot-password"
      words="Request a New Password Reset"
    >
      {({ alias, isOwn }) =>
        session !== null && !isOwn ? (
          <OtherPlayer alias={alias} />
        ) : (
          <ResetForm mailLink={mailLink} onDone={() => setDoneAt(Date.now())} />
        )
      }
    </LinkCard>
  )
}

interface FormProps {
  readonly mailLink: ReturnType<typeof useMailLink>
  readonly onDone: () => void
}

function ResetForm({ mailLink: { token, open }, onDone }: FormProps) {
  const call = useCall()
  const { signIn } = useSigning()
  const { field, submit, ...form } = useCallForm(resetPasswordForm, { password: '', confirm: '' }, [
    'password',
  ])

  const onSubmit = submit(
    ({ password }) =>
      open(async () => {
        const answer = await call(resetPassword, { body: { token, password } })
        onDone()
        await signIn(answer)
      }),
    'An error occurred',
  )

  return (
    <CardForm form={form} onSubmit={onSubmit} action="Reset Password" pending="Saving…">
      <PasswordField choose label="New password" {...field('password')} />
      <PasswordField choose label="Confirm password" {...field('confirm')} />
      <p className="mute text-sm">This signs you out everywhere and removes all API keys and passkeys.</p>
    </CardForm>
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

export const resetPasswordForm = z
  .object({
    password: newPassword,
    confirm: z.string().min(1, 'Please confirm your password'),
  })
  .refine(({ password, confirm }) => confirm === '' || password === confirm, {
    path: ['confirm'],
    error: 'Passwords do not match',
    // Shows both errors at once, also while the password is too short.
    when: () => true,
  })

/** The link's time to live, ms. */
const linkTtl = 3_600_000

export function ForgotPasswordPage() {
  useDocumentTitle('Forgot Password')
  const call = useCall()
  const [sent, setSent] = useState<{ readonly email: string; readonly until: number } | null>(null)
  const { field, submit, ...form } = useCallForm(requestPasswordReset.body, { email: '' }, [])

  if (sent) return <MailSent {...sent} onAgain={() => setSent(null)} />

  const onSubmit = submit(async (body) => {
    await call(requestPasswordReset, { body })
    setSent({ email: body.email, until: Date.now() + linkTtl })
  }, 'An error occurred')

  return (
    <FormCard title="Forgot Password">
      <p className="mute mt-2">We'll send you a link to choose a new one.</p>
      <CardForm form={form} onSubmit={onSubmit} action="Send Reset Link" pending="Sending…">
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      </CardForm>
      <BackToSignIn />
    </FormCard>
  )
}

function MailSent({ email, until, onAgain }: { email: string; until: number; onAgain: () => void }) {
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
      <Button size="large" className="mt-5 w-full" onClick={onAgain}>
        Send Another Link
      </Button>
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
