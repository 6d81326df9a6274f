import { ResendButton } from '../../sign-in/resend-button.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Icon } from '../../ui/icon.tsx'

/** Shown while the email is unverified. */
export function VerifyBanner() {
  const user = useUser()
  if (!user || user.emailVerifiedAt !== null) return null
  return (
    <section
      className="panel mb-4 flex flex-wrap items-center gap-3 border-l-4 border-l-warning p-4 md:mb-6"
      aria-label="Email verification"
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon name="warn" className="mt-0.5" />
        <div className="min-w-0">
          <p>
            <b>Please verify your email.</b> Until then this account is not recoverable. We sent a link to{' '}
            <b className="break-words">{user.email}</b>.
          </p>
        </div>
      </div>
      <div className="max-md:w-full">
        <ResendButton className="btn btn-sm h-10 max-md:w-full md:h-8" />
      </div>
    </section>
  )
}
