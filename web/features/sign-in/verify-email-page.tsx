import { verifyEmail } from '@stepledger/contracts/http/mail-links.ts'
import type { AuthAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { useState } from 'react'
import { CallError, type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { deadLink } from './dead-link.tsx'
import { EmailVerified, VerificationFailed } from './email-verified.tsx'
import { FormCard } from './form-card.tsx'
import { LinkLoading } from './link-card.tsx'
import type { LinkPassword } from './link-form.tsx'
import { OtherPlayer } from './other-player.tsx'
import { useMailLink } from './use-mail-link.ts'
import { VerifyForm } from './verify-form.tsx'

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
