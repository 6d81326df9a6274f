import { listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { defaultCompetition } from '@stepledger/contracts/http/default-competition.ts'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { LoadingPage, PageState, useDocumentTitle } from '../../ui/page.tsx'
import { CallFailure, Empty } from '../../ui/states.tsx'

/** Redirects to the event that is shown by default. */
export function CurrentEventPage() {
  useDocumentTitle('Event')
  const { search } = useLocation()
  const { data, error, refetch } = useRead(listCompetitions, {})
  const competition =
    data &&
    defaultCompetition(
      data.events.map((event) => ({
        slug: event.slug,
        phase: event.phase,
        start: Date.parse(event.start),
        end: Date.parse(event.end),
        isOfSite: event.ofSite,
      })),
      Date.now(),
    )
  if (competition) return <Navigate to={{ pathname: `/event/${competition.slug}`, search }} replace />
  return (
    <PageState name="Event">
      {data ? (
        <section className="panel">
          <Empty
            title="No event yet"
            text="The next event will be announced here."
            action={
              <Link to="/events" className="btn">
                All events
              </Link>
            }
          />
        </section>
      ) : error ? (
        <CallFailure error={error} sentence="Failed to load event" onRetry={refetch} />
      ) : (
        <LoadingPage />
      )}
    </PageState>
  )
}
