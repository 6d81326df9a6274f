import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { listPlayerResults } from '@stepledger/contracts/http/participation.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { LateLegend, LateMark } from '../../parts/competition/late-mark.tsx'
import { PlaceCell, placeOf } from '../../parts/competition/place-cell.tsx'
import { posterStyle } from '../../parts/competition/poster-style.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { entryOf, LeaderboardCells, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { countText } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/states.tsx'

interface Props {
  readonly competition: CompetitionSummary
  readonly userId: string
}

/** Charts with the most points; the rest on a click. */
const chartsShown = 5

export const liveRoutes = [getCompetitionPlayer]

export function CompetitionPanel({ competition, userId }: Props) {
  const [board] = useActiveBoard()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useRead(getCompetitionPlayer, {
    params: { slug: competition.slug, id: userId },
  })
  useCompetitionTopic(competition.slug, liveRoutes)
  const charts = (data?.charts ?? [])
    .flatMap(({ leaderboards, ...chart }) => {
      const place = entryOf(leaderboards, board)
      return place ? [{ ...chart, place }] : []
    })
    .sort((a, b) => b.place.points - a.place.points)
  const hasLate = charts.some(({ place }) => place.late)
  return (
    <section className="panel" aria-labelledby="player-event">
      <div className="ev rounded-none px-4 py-3.5" style={posterStyle(competition)}>
        <h2 id="player-event" className="flex flex-wrap items-end gap-2.5">
          <Link to={`/event/${competition.slug}`} className="hit flex flex-wrap items-end gap-2.5">
            <CompetitionName name={competition.name} size="1.75rem" />
          </Link>
        </h2>
      </div>
      <div>
        {!data ? (
          <UnloadedRows error={error} sentence="Failed to load the event" onRetry={refetch} rows={5} />
        ) : (
          <>
            <LeaderboardCells content={(name) => <PlaceCell place={placeOf(data, 0, name)} />} />
            {charts.length === 0 ? (
              <p className="mute pad border-t border-line">No scores in this leaderboard category yet.</p>
            ) : (
              <ul className="border-t border-line" aria-label="Points by chart">
                {(all ? charts : charts.slice(0, chartsShown)).map(({ round, chartHash, title, place }) => (
                  <li
                    key={`${round} ${chartHash}`}
                    className="flex h-10 items-center gap-3 border-b border-line px-4 text-sm last:border-0 md:h-9"
                  >
                    <span className="rk w-10">#{place.rank}</span>
                    <Link className="hit min-w-0 flex-1 hover:underline" to={`/chart/${chartHash}`}>
                      <span className="block truncate">{title}</span>
                    </Link>
                    {place.late && <LateMark />}
                    <span className="font-semibold">{countText(place.points)}</span>
                  </li>
                ))}
              </ul>
            )}
            {!all && charts.length > chartsShown && (
              <p className="border-t border-line px-4 py-3">
                <button type="button" className="hit link text-sm" onClick={() => setAll(true)}>
                  All {charts.length} charts
                </button>
              </p>
            )}
            {hasLate && <LateLegend className="h-9 border-t border-line" />}
          </>
        )}
      </div>
    </section>
  )
}

const shownAtFirst = 5

/** A player's overall places in events, the latest first; nothing without any. */
export function ResultsPanel({ id }: { readonly id: string }) {
  const [leaderboard] = useActiveBoard()
  const [all, setAll] = useState(false)
  const rowLink = useRowLink()
  const { data, error, refetch } = useRead(
    listPlayerResults,
    { params: { id }, query: { leaderboard } },
    { keepPrevious: true },
  )
  if (!data)
    return error ? (
      <Panel title="Events">
        <UnloadedRows error={error} sentence="Failed to load the events" onRetry={refetch} rows={1} />
      </Panel>
    ) : null
  const { results } = data
  if (results.length === 0) return null
  return (
    <Panel title="Events">
      <ul>
        {(all ? results : results.slice(0, shownAtFirst)).map(({ event: { slug, name, final }, place }) => (
          <li key={slug} {...rowLink(`/event/${slug}`, 'border-b border-line px-4 py-1.5 last:border-0')}>
            <Link
              className="hit block text-sm font-semibold wrap-anywhere hover:underline"
              to={`/event/${slug}`}
            >
              {name}
            </Link>
            <p className="mute flex justify-between gap-3 text-xs">
              <span>
                #{countText(place.rank)} of {countText(place.participants)}
                {!final && ' so far'}
              </span>
              <span>{countText(place.points)} points</span>
            </p>
          </li>
        ))}
      </ul>
      {!all && results.length > shownAtFirst && (
        <p className="border-t border-line px-4 py-2">
          <button type="button" className="hit link text-sm" onClick={() => setAll(true)}>
            All {countText(results.length)}
          </button>
        </p>
      )}
    </Panel>
  )
}
