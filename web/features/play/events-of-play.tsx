import type { PlayInEvent } from '@stepledger/contracts/http/shapes/event.ts'
import { Link } from 'react-router-dom'
import { lateText } from '../../event/late-mark.tsx'
import { pointsText } from '../../event/rankings-table.tsx'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { Icon } from '../../ui/icon.tsx'

/** Whether the play counts in events with its chart: the points, or the reasons why not. */
export function EventsOfPlay({ events }: { events: readonly PlayInEvent[] }) {
  const [board] = useActiveBoard()
  if (events.length === 0) return null
  return (
    <section className="panel mt-4 md:mt-6" aria-label="Events">
      <ul>
        {events.map((event) => {
          const place = entryOf(event.leaderboards, board)
          return (
            <li
              key={event.slug}
              className="flex gap-2.5 border-b border-line px-4 py-3 text-sm last:border-0"
            >
              <Icon
                name={event.counts ? 'check' : 'warn'}
                className={`mt-px ${event.counts ? 'mute' : 'text-rival'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">
                  <Link className="hover:underline" to={`/event/${event.slug}?round=${event.round}`}>
                    {event.name}, {event.roundName}
                  </Link>
                </p>
                <p className="mute">{event.counts ? earned(place) : "Doesn't count:"}</p>
                {event.late && <p className="mute">{lateText}.</p>}
                <ul className="mute">
                  {event.reasons.map((reason) => (
                    <li key={reason.code}>{reason.text}</li>
                  ))}
                </ul>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function earned(place: PlayInEvent['leaderboards'][number] | undefined): string {
  if (!place) return 'Counts.'
  if (place.points === null || place.rank === null) return 'Counts, but this player has a better play.'
  return `${pointsText(place.points)} ${place.points === 1 ? 'point' : 'points'} for place ${place.rank} on this chart.`
}
