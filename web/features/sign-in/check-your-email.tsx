import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ResendButton } from '../../sign-in/resend-button.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { FormCard } from './form-card.tsx'

interface Props {
  readonly back: string
  /** Optional further setup. */
  readonly children?: ReactNode
}

/** After registering: the account works at once; the email is still unverified. */
export function CheckYourEmail({ back, children }: Props) {
  const user = useUser()
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
        <Link className="btn h-11 md:h-10" to="/profile?section=api-keys">
          Create an API Key
        </Link>
        <Link className="btn btn-ghost h-11 md:h-10" to={back}>
          Continue
        </Link>
      </div>
    </FormCard>
  )
}
