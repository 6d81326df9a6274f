import { resendVerification } from '@stepledger/contracts/http/mail-links.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { useCountdown } from '../ui/use-countdown.ts'

/** Minimum time between two emails, ms. */
const cooldown = 30_000

/** Resends the verification email, at most once per cooldown. */
export function useResendVerification() {
  const call = useCall()
  const [until, setUntil] = useState<number | null>(null)
  const wait = useCountdown(until)
  const send = useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => setUntil(Date.now() + cooldown),
  })
  return { send: () => send.mutate(), sent: send.isSuccess, error: send.error, busy: send.isPending, wait }
}
