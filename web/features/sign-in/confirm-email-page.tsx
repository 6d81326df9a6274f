import { confirmEmail } from '@stepledger/contracts/http/mail-links.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning } from '../../sign-in/use-session.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './card-form.tsx'
import { LinkCard, LinkForm, type LinkPassword, OtherPlayer, useMailLink } from './link-card.tsx'

/** The target of the links that confirm an email change. Needs a click, because mail clients prefetch links. */
export function ConfirmEmailPage() {
  useDocumentTitle('Confirm Email')
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
