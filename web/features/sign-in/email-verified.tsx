import { Link } from 'react-router-dom'
import type { ErrorText } from '../../api/call-error.ts'
import { ResendButton } from '../../sign-in/resend-button.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { FormCard } from './form-card.tsx'

/** `signIn`: the visitor is not signed in. */
export function EmailVerified({ text, signIn = false }: { text: string; signIn?: boolean }) {
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
            <Link className="btn h-11 md:h-10" to="/profile?section=api-keys">
              Create an API Key
            </Link>
          </>
        )}
      </div>
    </FormCard>
  )
}

/** The reason of the failure, and how to request another email. */
export function VerificationFailed({ onRetry, ...failure }: ErrorText & { readonly onRetry?: () => void }) {
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
