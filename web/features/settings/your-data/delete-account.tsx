import {
  askForErasure,
  confirmationCooldown,
  daysToTakeBack,
  type Erasure,
  getErasure,
  takeBackErasure,
} from '@stepledger/contracts/http/erasure.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { errorText } from '../../../api/call-error.ts'
import { readKey, useCall, useRead } from '../../../api/use-call.ts'
import { useUser } from '../../../session/use-session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Contact } from '../../../ui/contact.tsx'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Time } from '../../../ui/time.tsx'
import { useCountdown } from '../../../ui/use-countdown.ts'

/** "Delete my account": asks for it, says when it happens, takes it back. */
export function DeleteAccount() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const user = useUser()
  const { data, error, refetch } = useRead(getErasure, {})
  const [asking, setAsking] = useState(false)
  const show = (erasure: Erasure) => queries.setQueryData(readKey(getErasure), erasure)
  const ask = useMutation({
    mutationFn: () => call(askForErasure, { body: {} }),
    onSuccess: show,
    onSettled: () => setAsking(false),
  })
  const takeBack = useMutation({ mutationFn: () => call(takeBackErasure, {}), onSuccess: show })
  const failure = ask.error
    ? errorText(ask.error, 'Failed to ask for the deletion')
    : takeBack.error
      ? errorText(takeBack.error, 'Failed to take the deletion back')
      : null
  return (
    <section className="pad" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Delete my account
      </h3>
      <p className="mute mt-2 max-w-prose">
        Your plays, places and name go from every page, file and board. We ask by mail whether it is you; for{' '}
        {daysToTakeBack} days after that you can take it back. <Contact lead="Questions? Write to" />
      </p>
      {failure && <ErrorBanner className="mt-3" {...failure} />}
      <div className="mt-3 grid min-h-24 content-start gap-3" aria-live="polite">
        {data ? (
          <Standing
            erasure={data}
            email={user?.email ?? ''}
            busy={ask.isPending || takeBack.isPending}
            onAsk={() => (data.state === 'none' ? setAsking(true) : ask.mutate())}
            onTakeBack={() => takeBack.mutate()}
          />
        ) : (
          error && (
            <ErrorBanner
              {...errorText(error, 'Failed to load whether your account is to be deleted')}
              onRetry={() => void refetch()}
            />
          )
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete account"
        text={`We send a link to ${user?.email ?? 'your email'}. ${daysToTakeBack} days after you have used it, your account, all your plays and every file go. That can't be undone.`}
        action="Send Link"
        busy={ask.isPending}
        onConfirm={() => ask.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

interface StandingProps {
  readonly erasure: Erasure
  readonly email: string
  readonly busy: boolean
  readonly onAsk: () => void
  readonly onTakeBack: () => void
}

function Standing({ erasure, email, busy, onAsk, onTakeBack }: StandingProps): ReactNode {
  const askedAt = erasure.state === 'asked' ? Date.parse(erasure.askedAt) : null
  const left = useCountdown(askedAt === null ? null : askedAt + confirmationCooldown * 1000)
  switch (erasure.state) {
    case 'none':
      return (
        <div>
          <button type="button" className="btn btn-error h-11 md:h-10" disabled={busy} onClick={onAsk}>
            Delete Account
          </button>
        </div>
      )
    case 'asked':
      return (
        <>
          <p>
            Check your email: the link that we sent to <b className="break-words">{email}</b> confirms it.
          </p>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn h-11 md:h-10" disabled={busy || left > 0} onClick={onAsk}>
              {left > 0 ? `Send Again in ${left} s` : 'Send Again'}
            </button>
            <button type="button" className="btn btn-ghost h-11 md:h-10" disabled={busy} onClick={onTakeBack}>
              Keep My Account
            </button>
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
            <button
              type="button"
              className="btn btn-primary h-11 md:h-10"
              disabled={busy}
              onClick={onTakeBack}
            >
              Keep My Account
            </button>
          </div>
        </>
      )
  }
}
