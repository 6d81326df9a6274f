import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { ChunkError } from './load-chunk.ts'
import { useDependencies } from './use-dependencies.ts'

/** The error boundary of the routes, for a page that threw or whose chunk could not be loaded. Retry reloads the site. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="wrap py-10">
      {error instanceof ChunkError ? (
        <ChunkMissing />
      ) : (
        <ErrorBanner
          {...errorText(error, 'Something went wrong on this page')}
          onRetry={() => window.location.reload()}
        />
      )}
    </div>
  )
}

/** Reloads only once the server answers: a reload during an outage would leave the browser's own error page. */
function ChunkMissing() {
  const { outage } = useDependencies()
  useEffect(() => {
    outage.noticed()
    return outage.onBack(() => window.location.reload())
  }, [outage])
  return (
    <ErrorBanner
      text="This page could not be loaded"
      detail="We can't reach the server. The page will load when it's back."
      onRetry={outage.tryNow}
    />
  )
}
