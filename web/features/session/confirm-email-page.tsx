import { confirmEmail } from '@stepledger/contracts/http/mail-links.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSigning } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { DeadLink, isDeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'

/** Where the links of a change of the mail address lead. Asks first: mail programs open links by themselves. */
export function ConfirmEmailPage() {
  useDocumentTitle('Confirm Email')
  const call = useCall()
  const { refresh } = useSigning()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: refresh,
  })
  if (confirm.isSuccess) {
    return (
      <FormCard title={confirm.data.changed ? 'Email Changed' : 'One More Link'}>
        <p className="mt-3 text-lg" role="status">
          {confirm.data.message}
        </p>
        <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to="/">
          Go to Home
        </Link>
      </FormCard>
    )
  }
  return (
    <FormCard title="Confirm Email">
      {token === '' || isDeadLink(confirm.error) ? (
        <DeadLink error={confirm.error} to="/profile?section=profile" words="Go to Edit Profile" />
      ) : (
        <>
          <p className="mt-3 text-lg">Your account is to have another address.</p>
          {confirm.error && (
            <ErrorBanner className="mt-5" {...errorText(confirm.error, 'An error occurred')} />
          )}
          <button
            type="button"
            className="btn btn-primary mt-5 h-11 w-full md:h-10"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            {confirm.isPending ? 'Confirming…' : 'Confirm'}
          </button>
        </>
      )}
    </FormCard>
  )
}
