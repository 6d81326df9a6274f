import { type CompetitionPage, getCompetitionRace } from '@stepledger/contracts/http/competitions.ts'
import { lazy, Suspense } from 'react'
import { useRead } from '../../../api/use-call.ts'
import { boardLabels, useActiveBoard } from '../../../parts/leaderboard/active-board.tsx'
import { useRelations, useUser } from '../../../sign-in/use-session.ts'
import { Legend, LegendItem } from '../../../ui/figure/legend.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CallFailure, Empty } from '../../../ui/states.tsx'

/** Lazy, because the chart library is used only here. */
const RaceFigure = lazy(async () => ({ default: (await import('./race-figure.tsx')).RaceFigure }))

/** Points per day of the top ten and the viewer. */
export function RacePanel({ competition, round }: { competition: CompetitionPage; round: number }) {
  const [board] = useActiveBoard()
  const user = useUser()
  const relationTo = useRelations()
  const { data, error, refetch } = useRead(
    getCompetitionRace,
    {
      params: { slug: competition.slug },
      query: { round, leaderboard: board, ...(user && { player: user.id }) },
    },
    { keepPrevious: true },
  )
  const of = competition.rounds[round - 1] ?? competition
  const place = round === 0 ? 'overall' : of.name
  const relations = new Set(data?.lines.map(({ user: { id } }) => relationTo(id)))
  return (
    <div className="mt-4 md:mt-6">
      <Panel title="The Race" aside={`${boardLabels[board]}, ${place}`}>
        <div className="min-h-[22rem]">
          {error && !data ? (
            <CallFailure className="m-4" error={error} sentence="Failed to load the race" onRetry={refetch} />
          ) : data && data.lines.length === 0 ? (
            <Empty title="No scores yet" />
          ) : (
            data && (
              <Suspense fallback={null}>
                <RaceFigure race={data} end={Date.parse(of.end)} />
              </Suspense>
            )
          )}
        </div>
        <Legend>
          {relations.has('own') && <LegendItem sign={<i className="h-0.5 w-4 bg-(--own)" />}>You</LegendItem>}
          {relations.has('rival') && (
            <LegendItem sign={<i className="w-4 border-t-2 border-dashed border-(--rival)" />}>
              Rival
            </LegendItem>
          )}
          <LegendItem sign={<i className="h-0.5 w-4 bg-base-content" />}>First three</LegendItem>
          <LegendItem sign={<i className="h-px w-4 bg-base-content opacity-60" />}>Top ten</LegendItem>
        </Legend>
      </Panel>
    </div>
  )
}
