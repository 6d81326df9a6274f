import { requestPasswordReset } from '@stepledger/contracts/http/mail-links.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { formatCountdown } from '../../ui/format-countdown.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { CardForm, FormCard } from './card-form.tsx'

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
