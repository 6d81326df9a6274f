import { confirmEmail, confirmErasure } from '@stepledger/contracts/http/mail-links.ts'
import { daysToTakeBack } from '@stepledger/contracts/http/own-data.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Contact } from '../../ui/contact.tsx'
import { Time } from '../../ui/format.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { FormCard } from './card-form.tsx'
import { isDeadLink, LinkCard, LinkForm, type LinkPassword, OtherPlayer, useMailLink } from './link-card.tsx'

/** The target of the links that confirm an email change. Needs a click, because mail clients prefetch links. */
export function ConfirmEmailPage() {
  const call = useCall()
  const { refresh } = useSigning()
  const { token: session } = useSession()
  const mailLink = useMailLink()
  const [done, setDone] = useState<{ readonly message: string; readonly changed: boolean } | null>(null)

  const confirm = ({ password }: LinkPassword) =>
    mailLink.open(async () => {
      setDone(await call(confirmEmail, { body: { token: mailLink.token, password } }))
      await refresh()
    })

  if (done)
    return (
      <FormCard title={done.changed ? 'Email Changed' : 'One More Link'}>
        <p className="mt-3 text-lg" role="status">
          {done.message}
        </p>
        <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to="/">
          Go to Home
        </Link>
      </FormCard>
    )
  return (
    <LinkCard
      title="Confirm Email"
      purposes={['proveOldEmail', 'proveNewEmail']}
      mailLink={mailLink}
      to="/profile?section=profile"
      words="Go to Edit Profile"
    >
      {({ purpose, alias, isOwn }) => {
        if (purpose === 'proveNewEmail' && session !== null && !isOwn) return <OtherPlayer alias={alias} />
        const mode = purpose === 'proveNewEmail' && !isOwn ? 'known' : 'own'
        return (
          <>
            <p className="mt-3 text-lg break-words">
              {mode === 'known' ? 'Enter your password to confirm' : 'Confirm'} your new email address,{' '}
              <b>{alias}</b>.
            </p>
            <LinkForm
              key={mode}
              mode={mode}
              action="Confirm"
              pending="Confirming…"
              sentence="An error occurred"
              onSubmit={confirm}
            />
          </>
        )
      }}
    </LinkCard>
  )
}

/** The target of the link that confirms an account's deletion. Needs a click, because mail clients prefetch links. */
export function ConfirmDeletionPage() {
  const call = useCall()
  const mailLink = useMailLink()
  const confirm = useMutation({ mutationFn: () => call(confirmErasure, { body: { token: mailLink.token } }) })
  if (confirm.isSuccess) {
    return (
      <FormCard title="Deletion Confirmed">
        <p className="mt-3 text-lg" role="status">
          Your account will be deleted on <Time at={confirm.data.eraseAt} format="whole" />. Until then you
          can change your mind.
        </p>
        <Link className="btn mt-5 h-11 w-full md:h-10" to="/profile?section=your-data">
          Go to Your Data
        </Link>
      </FormCard>
    )
  }
  return (
    <LinkCard
      title="Delete Account"
      purposes={['confirmErasure']}
      mailLink={{ ...mailLink, isDead: isDeadLink(confirm.error) }}
      to="/profile?section=your-data"
      words="Go to Your Data"
    >
      {() => (
        <>
          <p className="mt-3 text-lg">
            Your account, plays and files will be deleted in {daysToTakeBack} days. Until then you can change
            your mind. <Contact lead="Questions? Write to" />
          </p>
          <CallFailure className="mt-5" error={confirm.error} sentence="An error occurred" />
          <Button
            size="large"
            variant="error"
            className="mt-5 w-full"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            {confirm.isPending ? 'Confirming…' : 'Delete My Account'}
          </Button>
        </>
      )}
    </LinkCard>
  )
}
