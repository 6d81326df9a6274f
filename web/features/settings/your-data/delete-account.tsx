import {
  askForErasure,
  cancelErasure,
  confirmationCooldown,
  daysToTakeBack,
  type Erasure,
  getErasure,
} from '@stepledger/contracts/http/erasure.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../api/call-error.ts'
import { readKey, useCall, useRead } from '../../../api/use-call.ts'
import { useUser } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Contact } from '../../../ui/contact.tsx'
import { CallFailure, ErrorBanner } from '../../../ui/error-banner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Time } from '../../../ui/time.tsx'
import { useCountdown } from '../../../ui/use-countdown.ts'

/** Requests, shows and withdraws the account's deletion. */
export function DeleteAccount() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const user = useUser()
  const { data, error, refetch } = useRead(getErasure, {})
  const show = (erasure: Erasure) => queries.setQueryData(readKey(getErasure), erasure)
  const request = useMutation({
    mutationFn: () => call(askForErasure, { body: {} }),
    onSuccess: show,
  })
  const withdraw = useMutation({ mutationFn: () => call(cancelErasure, {}), onSuccess: show })
  const failure = request.error
    ? errorText(request.error, 'Failed to request the deletion')
    : withdraw.error
      ? errorText(withdraw.error, 'Failed to cancel the deletion')
      : null
  return (
    <section className="pad" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Delete my account
      </h3>
      <p className="mute mt-2 max-w-prose">
        This removes your name, scores and rankings everywhere. We'll email you to confirm; for{' '}
        {daysToTakeBack} days after that you can change your mind. <Contact lead="Questions? Write to" />
      </p>
      {failure && <ErrorBanner className="mt-3" {...failure} />}
      <div className="mt-3 grid min-h-24 content-start gap-3" aria-live="polite">
        {data ? (
          <ErasureStatus
            erasure={data}
            email={user?.email ?? 'your email'}
            request={request}
            withdraw={withdraw}
          />
        ) : (
          <CallFailure error={error} sentence="Failed to load your deletion request" onRetry={refetch} />
        )}
      </div>
    </section>
  )
}

interface ErasureStatusProps {
  readonly erasure: Erasure
  readonly email: string
  readonly request: UseMutationResult<Erasure, Error, void>
  readonly withdraw: UseMutationResult<Erasure, Error, void>
}

function ErasureStatus({ erasure, email, request, withdraw }: ErasureStatusProps): ReactNode {
  const busy = request.isPending || withdraw.isPending
  const askedAt = erasure.state === 'asked' ? Date.parse(erasure.askedAt) : null
  const left = useCountdown(askedAt === null ? null : askedAt + confirmationCooldown * 1000)
  switch (erasure.state) {
    case 'none':
      return (
        <div>
          <ConfirmButton
            size="large"
            variant="error"
            disabled={busy}
            title="Delete account"
            text={`We'll send a link to ${email}. ${daysToTakeBack} days after you use it, your account, plays and files are deleted. That can't be undone.`}
            action="Send Link"
            onConfirm={() => request.mutateAsync()}
          >
            Delete Account
          </ConfirmButton>
        </div>
      )
    case 'asked':
      return (
        <>
          <p>
            Check your email: open the link we sent to <b className="break-words">{email}</b> to confirm.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="large" disabled={busy || left > 0} onClick={() => request.mutate()}>
              {left > 0 ? `Send Again in ${left} s` : 'Send Again'}
            </Button>
            <Button size="large" variant="ghost" disabled={busy} onClick={() => withdraw.mutate()}>
              Keep My Account
            </Button>
          </div>
        </>
      )
    case 'due':
      return (
        <>
          <p className="flex gap-2">
            <Icon name="warn" className="mt-1" />
            <span>
              Your account will be deleted on{' '}
              <b>
                <Time at={erasure.eraseAt} format="whole" />
              </b>
              .
            </span>
          </p>
          <div>
            <Button size="large" variant="primary" disabled={busy} onClick={() => withdraw.mutate()}>
              Keep My Account
            </Button>
          </div>
        </>
      )
  }
}
