import { confirmErasure } from '@stepledger/contracts/http/mail-links.ts'
import { daysToTakeBack } from '@stepledger/contracts/http/own-data.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Contact } from '../../ui/contact.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Time } from '../../ui/time.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './card-form.tsx'
import { isDeadLink, LinkCard, useMailLink } from './link-card.tsx'

/** The target of the link that confirms an account's deletion. Needs a click, because mail clients prefetch links. */
export function ConfirmDeletionPage() {
  useDocumentTitle('Delete Account')
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
