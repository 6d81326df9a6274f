import { confirmErasure } from '@stepledger/contracts/http/mail-links.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Time } from '../../ui/time.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { FormCard } from './form-card.tsx'

/** Where the link of the mail about a deletion leads. Asks first: mail programs open links by themselves. */
export function ConfirmDeletionPage() {
  useDocumentTitle('Delete Account')
  const call = useCall()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const confirm = useMutation({ mutationFn: () => call(confirmErasure, { body: { token } }) })
  if (confirm.isSuccess) {
    return (
      <FormCard title="Deletion Confirmed">
        <p className="mt-3 text-lg" role="status">
          Your account will be deleted on <Time at={confirm.data.eraseAt} format="whole" />.
        </p>
        <p className="mute mt-2">Until then you can take it back under Edit Profile, Your Data.</p>
        <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to="/profile?section=your-data">
          Your Data
        </Link>
      </FormCard>
    )
  }
  return (
    <FormCard title="Delete Your Account?">
      {token === '' ? (
        <ErrorBanner className="mt-5" text="Invalid verification link" />
      ) : (
        <>
          <p className="mt-3 text-lg">
            Your name, plays and places go from every page, file and board, 7 days from now.
          </p>
          {confirm.error && (
            <ErrorBanner className="mt-5" {...errorText(confirm.error, 'An error occurred')} />
          )}
          <button
            type="button"
            className="btn btn-error mt-5 h-11 w-full md:h-10"
            disabled={confirm.isPending || confirm.isError}
            onClick={() => confirm.mutate()}
          >
            {confirm.isPending ? 'Confirming…' : 'Delete My Account'}
          </button>
          <Link className="btn mt-2 h-11 w-full md:h-10" to="/">
            Keep It
          </Link>
        </>
      )}
    </FormCard>
  )
}
