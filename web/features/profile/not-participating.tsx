import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CompetitionName } from '../../competition/competition-name.tsx'
import { useCompetitionTopic } from '../../competition/use-competition-topic.ts'
import { liveRoutes } from './competition-panel.tsx'

/** The line about an event that the player takes no part in. */
export function NotParticipating({ competition: { slug, name } }: { competition: CompetitionSummary }) {
  useCompetitionTopic(slug, liveRoutes)
  return (
    // The name in running text has no brackets.
    <Line name={name.replace(/[()]/g, '')}>
      <h2 id="player-event">
        <Link to={`/event/${slug}`} className="hit flex items-end gap-2">
          <CompetitionName name={name} size="1.25rem" />
        </Link>
      </h2>
    </Line>
  )
}

/** The line about events before any event has begun. */
export function NoCompetitionPanel() {
  return (
    <Line name="Blue Shift Beta">
      <h2 id="player-event" className="text-xl font-bold">
        Blue Shift
      </h2>
    </Line>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section
      className="ev flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5"
      aria-labelledby="player-event"
    >
      {children}
      <p className="font-bold">Not participating</p>
      <p className="ev-2 text-sm">
        {"This user hasn't participated in the Blue Shift Beta event yet.".replace('Blue Shift Beta', name)}
      </p>
    </section>
  )
}
