import type { OwnCompetition } from '@stepledger/contracts/http/participation.ts'
import { listSessionCompetitions } from '@stepledger/contracts/http/play-sessions.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { counted, countText } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure } from '../../ui/states.tsx'

/** The viewer's place in each event in which plays of the session count; nothing without any. */
export function SessionCompetitions({
  read,
}: {
  read: UseQueryResult<{ readonly events: readonly OwnCompetition[] }>
}) {
  const { data, error, refetch } = read
  if (error && !data)
    return (
      <CallFailure
        className="mt-4 md:mt-6"
        error={error}
        sentence="Failed to load events"
        onRetry={refetch}
      />
    )
  if (!data || data.events.length === 0) return null
  return (
    <div className="mt-4 md:mt-6">
      <Panel title="Events">
        <ul>
          {data.events.map((each) => (
            <CompetitionRow key={each.event.slug} {...each} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function CompetitionRow({ event: { slug, name, final }, place }: OwnCompetition) {
  const rowLink = useRowLink()
  // Standings follow plays within two seconds.
  useCompetitionTopic(slug, [listSessionCompetitions])
  return (
    <li
      {...rowLink(
        `/event/${slug}`,
        'flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 last:border-0',
      )}
    >
      <Link className="hit min-w-0 flex-1 font-semibold wrap-anywhere" to={`/event/${slug}`}>
        {name}
      </Link>
      <span className="flex-none text-right">
        {place ? (
          <>
            <b className="block">
              #{countText(place.rank)}{' '}
              <span className="mute font-normal">of {countText(place.participants)}</span>
            </b>
            <span className="mute block text-xs">
              {counted(place.points, 'point')} {final ? 'in the end' : 'so far'}
            </span>
          </>
        ) : (
          <span className="mute text-sm">No place yet</span>
        )}
      </span>
    </li>
  )
}
