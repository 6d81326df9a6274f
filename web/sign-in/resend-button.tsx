import { resendVerification } from '@stepledger/contracts/http/mail-links.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { CallFailure } from '../ui/states.tsx'
import { useCountdown } from '../ui/use-now.ts'

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

/** Minimum time between two emails, ms. */
const cooldown = 30_000

function useResendVerification() {
  const call = useCall()
  const [until, setUntil] = useState<number | null>(null)
  const wait = useCountdown(until)
  const send = useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => setUntil(Date.now() + cooldown),
  })
  return { send: () => send.mutate(), sent: send.isSuccess, error: send.error, busy: send.isPending, wait }
}
