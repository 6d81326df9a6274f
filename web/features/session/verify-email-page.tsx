import { verifyEmail } from '@stepledger/contracts/http/mail-links.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText, isTransient } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ResendButton } from '../../session/resend-button.tsx'
import { useSession, useSigning } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { isDeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'

/** Where the link of a verification mail leads: uses it at once, and signs in. */
export function VerifyEmailPage() {
  useDocumentTitle('Verify Email')
  const call = useCall()
  const { signIn } = useSigning()
  const { user } = useSession()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const verify = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: signIn,
  })
  // A link works once: an effect that runs twice must not use it twice.
  const used = useRef(false)
  const { mutate } = verify
  useEffect(() => {
    if (token === '' || used.current) return
    used.current = true
    mutate()
  }, [token, mutate])

  // The link of a mail is often opened twice.
  const already = isDeadLink(verify.error) && user !== null && user.emailVerifiedAt !== null
  if (verify.isSuccess || already) {
    return (
      <FormCard title="Email Verified">
        <p className="mt-3 text-lg" role="status">
          Your email is verified{already && ' already'}
          {user && `, ${user.alias}`}. You are signed in.
        </p>
        <div className="mt-5 grid gap-2">
          <Link className="btn btn-primary h-11 md:h-10" to="/">
            Go to Home
          </Link>
          <Link className="btn h-11 md:h-10" to="/profile?section=api-keys">
            Make an API Key
          </Link>
        </div>
      </FormCard>
    )
  }
  if (token !== '' && !verify.isError) {
    return (
      <FormCard title="Verifying Your Email">
        <p className="mute mt-3 text-lg" role="status">
          One moment…
        </p>
      </FormCard>
    )
  }
  const failure =
    token === ''
      ? { text: 'Invalid verification link' }
      : errorText(
          verify.error,
          'Email verification failed. Please try again or request a new verification email.',
        )
  return (
    <FormCard title="Email Verification Failed">
      <ErrorBanner
        className="mt-5"
        {...failure}
        {...(isTransient(verify.error) && { onRetry: () => verify.mutate() })}
      />
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
