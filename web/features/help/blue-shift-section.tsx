import { type EventPage, getEvent, listEvents } from '@stepledger/contracts/http/events.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { daysOf, lengthOf } from '../../event/event-times.ts'
import { useEventTopic } from '../../event/use-event-topic.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { blueShiftOf } from './blue-shift-of.ts'

const liveRoutes = [listEvents.name, getEvent.name]

/** The launch event, as a player needs to know it: in general, then what was announced of it. */
export function BlueShiftSection() {
  const { data: list, isPending } = useRead(listEvents, {})
  const slug = blueShiftOf(list?.events ?? [])?.slug ?? null
  const { data: event, error } = useRead(
    getEvent,
    { params: { slug: slug ?? '' } },
    { enabled: slug !== null },
  )
  useEventTopic(slug, liveRoutes)
  return (
    <section aria-labelledby="blue-shift">
      <h2 id="blue-shift">Blue Shift</h2>
      <div className="ev mt-3 p-4">
        <Wordmark size="2.25rem" />
        <p className="ev-2 !mt-2">Beta. 9 weeks from early December, in three rounds of 3 weeks.</p>
      </div>
      <p>
        Every 3 weeks 20 curated charts are announced. Put up your best score on each of them before the round
        ends; the next round brings 20 others. There is nothing to sign up for: play one of the charts, and
        you take part.
      </p>
      <p>
        Your place on a chart earns points, the more the higher it is, on H.EX, EX and ITG each for itself.
        Your points of all charts and rounds add up to the{' '}
        <Link to="/leaderboards/overall">overall leaderboard</Link>; on your profile stands what each chart
        gave you. Equal scores share the place and its points.
      </p>
      <p>Failed plays are accepted here and graded F. All else must be as for the other boards.</p>
      {event ? <Announced event={event} /> : !error && (isPending || slug !== null) && <Waiting />}
    </section>
  )
}

/** What holds for it now: windows may move, and points may change. */
function Announced({ event }: { event: EventPage }) {
  const { rounds, graceSeconds, closed } = event
  return (
    <>
      <h3>{event.name}</h3>
      <ul>
        {rounds.map((round) => (
          <li key={round.start}>
            <b className="font-semibold">{round.name}</b>: {daysOf(round)},{' '}
            {round.charts.length === 0
              ? 'charts to be announced'
              : `${round.charts.length} ${round.charts.length === 1 ? 'chart' : 'charts'}`}
            {round.phase === 'running' && ', on now'}
          </li>
        ))}
      </ul>
      <p>
        {event.pointsSystem.description}{' '}
        {event.failedPlaysCount ? 'Failed plays count.' : 'Only passed plays count.'}{' '}
        {graceSeconds > 0 &&
          `A play that could not be sent in time still counts when it comes in up to ${lengthOf(graceSeconds * 1_000)} after the end of its round. `}
        {closed && 'The standings are final. '}
        <Link to={`/event/${event.slug}`}>Charts and standings</Link>
      </p>
    </>
  )
}

function Waiting() {
  return (
    <div className="skeleton mt-3 h-77 sm:h-62 lg:h-56">
      <span className="sr-only">Loading…</span>
    </div>
  )
}
