import { useRouteError } from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'

/** Stands in for a page that broke, or whose part of the program could not be fetched. Retry loads the site again. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="wrap py-10">
      <ErrorBanner
        {...errorText(error, 'Something went wrong on this page')}
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
