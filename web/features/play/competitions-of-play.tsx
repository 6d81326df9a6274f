import type { PlayInCompetition } from '@stepledger/contracts/http/shapes/competition.ts'
import { Link } from 'react-router-dom'
import { lateText } from '../../competition/late-mark.tsx'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { counted } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** Whether the play counts in events with its chart: the points, or the reasons why not. */
export function CompetitionsOfPlay({ competitions }: { competitions: readonly PlayInCompetition[] }) {
  const [board] = useActiveBoard()
  if (competitions.length === 0) return null
  return (
    <section className="panel mt-4 md:mt-6" aria-label="Events">
      <ul>
        {competitions.map((competition) => {
          const place = entryOf(competition.leaderboards, board)
          return (
            <li
              key={competition.slug}
              className="flex gap-2.5 border-b border-line px-4 py-3 text-sm last:border-0"
            >
              <Icon
                name={competition.counts ? 'check' : 'warn'}
                className={`mt-px ${competition.counts ? 'mute' : 'text-rival'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">
                  <Link
                    className="hover:underline"
                    to={`/event/${competition.slug}?round=${competition.round}`}
                  >
                    {competition.name}, {competition.roundName}
                  </Link>
                </p>
                <p className="mute">{competition.counts ? earned(place) : "Doesn't count:"}</p>
                {competition.late && <p className="mute">{lateText}.</p>}
                <ul className="mute">
                  {competition.reasons.map((reason) => (
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

function earned(place: PlayInCompetition['leaderboards'][number] | undefined): string {
  if (!place) return 'Counts.'
  if (place.points === null || place.rank === null) return 'Counts, but this player has a better play.'
  return `${counted(place.points, 'point')} for place ${place.rank} on this chart.`
}
