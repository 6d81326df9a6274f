import { CallFailure } from '../ui/error-banner.tsx'
import { useResendVerification } from './use-resend-verification.ts'

/** Resends the verification email and shows the result. */
export function ResendButton({ className = 'btn h-11 md:h-10' }: { className?: string }) {
  const { send, sent, error, busy, wait } = useResendVerification()
  return (
    <div className="grid gap-2">
      <CallFailure error={error} sentence="Failed to resend verification email. Please try again." />
      <button type="button" className={className} disabled={busy || wait > 0} onClick={send}>
        {busy ? 'Sending…' : wait > 0 ? `Resend in ${wait} s` : 'Resend Verification Email'}
      </button>
      <p className="sr-only" role="status">
        {sent && wait > 0 ? 'We sent you a new email.' : ''}
      </p>
    </div>
  )
}
