import { verifyEmail } from '@stepledger/contracts/http/mail-links.ts'
import type { AuthAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CallError, type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ResendButton } from '../../sign-in/resend-button.tsx'
import { useSession, useSigning, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ErrorBanner } from '../../ui/states.tsx'
import { FormCard } from './card-form.tsx'
import { deadLink, LinkForm, LinkLoading, type LinkPassword, OtherPlayer, useMailLink } from './link-card.tsx'

const failed = 'Email verification failed. Please try again or request a new verification email.'

/** The target of a verification link. Needs a click, because mail clients prefetch links. */
export function VerifyEmailPage() {
  useDocumentTitle('Verify Email')
  const call = useCall()
  const { signIn } = useSigning()
  const { token: session, user } = useSession()
  const { token, link, error, retry, isDead, open } = useMailLink()
  const [verified, setVerified] = useState<AuthAnswer | null>(null)

  const verify = (typed: LinkPassword) =>
    open(async () => {
      const answer = await call(verifyEmail, { body: { token, ...typed } })
      setVerified(answer)
      await signIn(answer)
    })

  if (verified)
    return <EmailVerified text={`Your email is verified, ${verified.user.alias}. You're signed in.`} />
  // Mail links are often opened twice, or on a second device.
  if (isDead || (link && link.state !== 'open')) {
    if (user !== null && user.emailVerifiedAt !== null)
      return <EmailVerified text={`Your email is already verified, ${user.alias}. You're signed in.`} />
    if (link?.state === 'used' && link.purpose === 'verifyEmail' && session === null)
      return <EmailVerified text="Your email is already verified. Sign in to continue." signIn />
  }
  const failure = failureOf()
  if (failure) return <VerificationFailed {...failure} />
  return (
    <FormCard title="Verify Your Email">
      {link?.state !== 'open' ? (
        <LinkLoading />
      ) : session !== null && !link.isOwn ? (
        <OtherPlayer alias={link.alias} />
      ) : (
        <VerifyForm
          alias={link.alias}
          isOwn={link.isOwn}
          sentence="Email verification failed. Please try again."
          onSubmit={verify}
        />
      )}
    </FormCard>
  )

  function failureOf(): (ErrorText & { onRetry?: () => void }) | null {
    if (token === '') return { text: 'Invalid verification link' }
    if (isDead) return { text: deadLink }
    if (link) return link.state === 'open' && link.purpose === 'verifyEmail' ? null : { text: deadLink }
    if (!error) return null
    // A malformed token fails the body's validation.
    if (error instanceof CallError && error.status === 422) return { text: deadLink }
    return { ...errorText(error, failed), onRetry: retry }
  }
}

/** `signIn`: the visitor is not signed in. */
function EmailVerified({ text, signIn = false }: { text: string; signIn?: boolean }) {
  return (
    <FormCard title="Email Verified">
      <p className="mt-3 text-lg break-words" role="status">
        {text}
      </p>
      <div className="mt-5 grid gap-2">
        {signIn ? (
          <Link className="btn btn-primary h-11 md:h-10" to="/login">
            Sign In
          </Link>
        ) : (
          <>
            <Link className="btn btn-primary h-11 md:h-10" to="/">
              Go to Home
            </Link>
            <Link className="btn h-11 md:h-10" to="/help#setup">
              Set Up My Game
            </Link>
          </>
        )}
      </div>
    </FormCard>
  )
}

function VerificationFailed({ onRetry, ...failure }: ErrorText & { readonly onRetry?: () => void }) {
  const user = useUser()
  return (
    <FormCard title="Email Verification Failed">
      <ErrorBanner className="mt-5" {...failure} {...(onRetry && { onRetry })} />
      <div className="mt-5 grid gap-2">
        {user ? (
          <ResendButton className="btn btn-primary h-11 md:h-10" />
        ) : (
          <Link
            className="btn btn-primary h-11 md:h-10"
            to="/login"
            state={{ from: { pathname: '/profile' } }}
          >
            Sign In to Resend
          </Link>
        )}
      </div>
    </FormCard>
  )
}

interface Props {
  readonly alias: string
  /** Whether the link's player is signed in. */
  readonly isOwn: boolean
  readonly sentence: string
  readonly onSubmit: (typed: LinkPassword) => Promise<unknown>
}

/** Verifies an email: directly if its player is signed in, else by password or with a new password. */
function VerifyForm({ alias, isOwn, sentence, onSubmit }: Props) {
  const [isNew, setNew] = useState(false)
  const common = { sentence, onSubmit, pending: 'Verifying…' }
  if (isOwn)
    return (
      <>
        <p className="mt-3 text-lg break-words">
          Confirm that this email belongs to you, <b>{alias}</b>.
        </p>
        <LinkForm key="own" mode="own" action="Verify Email" {...common} />
      </>
    )
  if (isNew)
    return (
      <>
        <p className="mt-3 text-lg break-words">
          Choose a new password for <b>{alias}</b>.
        </p>
        <p className="mute mt-2">
          The old password, and all sessions, API keys and passkeys stop working. Then only you have access.
        </p>
        <LinkForm key="new" mode="new" action="Set Password and Verify" {...common}>
          <Button size="large" variant="ghost" onClick={() => setNew(false)}>
            I Know the Password
          </Button>
        </LinkForm>
      </>
    )
  return (
    <>
      <p className="mt-3 text-lg break-words">
        Enter the password of <b>{alias}</b> to verify your email.
      </p>
      <LinkForm key="known" mode="known" action="Verify Email" {...common}>
        <Button size="large" variant="ghost" onClick={() => setNew(true)}>
          I Don't Know the Password
        </Button>
      </LinkForm>
    </>
  )
}
