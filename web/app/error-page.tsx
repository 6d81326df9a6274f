import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import { useOutage } from '../api/use-outage.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { PartError } from './load-part.ts'

/** Stands in for a page that broke, or whose part of the program could not be fetched. Retry loads the site again. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="wrap py-10">
      {error instanceof PartError ? (
        <PartMissing />
      ) : (
        <ErrorBanner
          {...errorText(error, 'Something went wrong on this page')}
          onRetry={() => window.location.reload()}
        />
      )}
    </div>
  )
}

/** Loads the site again once the server answers, not before: a browser that reloads without it is left with nothing. */
function PartMissing() {
  const outage = useOutage()
  useEffect(() => {
    outage.noticed()
    return outage.onBack(() => window.location.reload())
  }, [outage])
  return (
    <ErrorBanner
      text="This page could not be loaded"
      detail="The server can't be reached. The page opens by itself when it is back."
      onRetry={outage.tryNow}
    />
  )
}
