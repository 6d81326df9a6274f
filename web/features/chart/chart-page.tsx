import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { FreshMark, LiveScoresPanel } from '../../live/live-list.tsx'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { NotFound, Pending, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { pageFrom } from '../../ui/pagination.tsx'
import { playRowsOf } from '../../ui/recent-plays.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-wide.ts'
import { ChartCard } from './chart-card.tsx'
import { DensityPanel } from './density-panel.tsx'
import { EffortPanel } from './effort-panel.tsx'
import { Leaderboards } from './leaderboards.tsx'
import { PlayerScores } from './player-scores.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { useChart } from './use-chart.ts'

export function ChartPage() {
  const { chartHash: text = '' } = useParams()
  if (text === '') return <NoChart title="Chart hash is required" />
  const hash = chartHash.safeParse(text.toLowerCase())
  if (!hash.success) return <NoChart />
  return <KnownChart key={hash.data} hash={hash.data} />
}

function NoChart({ title = 'Chart not found' }: { title?: string }) {
  return (
    <NotFound
      title={title}
      text="It has no ranked plays yet, and it isn't in any pack."
      way={{ to: '/charts', words: 'All Charts' }}
    />
  )
}

/** Below this width everything is in one column, with the leaderboard right after the facts. */
const columnsQuery = '(width >= 64rem)'

function KnownChart({ hash }: { hash: string }) {
  const [search] = useSearchParams()
  const page = pageFrom(search.get('page'))
  const { chart, boards, firstPage, places, arrived } = useChart(hash, page)
  const [board] = useActiveBoard()
  const hasColumns = useMedia(columnsQuery)
  useDocumentTitle(chart.data ? titleOrUnknown(chart.data.title) : null)

  if (!chart.data)
    return (
      <UnloadedPage
        name="Chart"
        read={chart}
        loading={<ChartSkeleton />}
        pending={<Pending what="chart" />}
        missing={<NoChart />}
        sentence="Failed to load chart"
      />
    )
  const density = <DensityPanel chart={chart.data} />
  const recent = <ChartRecentScores hash={hash} plays={chart.data.recentPlays} />
  const steps = <StepsPanel chart={chart.data} />
  const ownPlaces = places.data?.places ?? []
  const played = chart.data.plays > 0
  const effort = <EffortPanel hash={hash} place={entryOf(ownPlaces, board)} />
  const leaderboards = (
    <Leaderboards
      hash={hash}
      page={page}
      played={played}
      boards={boards}
      firstPage={firstPage}
      places={places}
      arrived={arrived}
    />
  )
  // What follows the leaderboard waits for it, which prevents a layout shift.
  const hasBoards = boards.error !== null || (boards.data !== undefined && !places.isLoading)
  if (!hasColumns)
    return (
      <div className="grid min-h-dvh grid-cols-1 content-start gap-4 md:gap-6">
        <ChartCard chart={chart.data} short />
        {leaderboards}
        {hasBoards && (
          <>
            {recent}
            {effort}
            {density}
            {steps}
          </>
        )}
      </div>
    )
  return (
    <div className="grid gap-6">
      <div
        className={`grid grid-cols-[22rem_minmax(0,1fr)] items-start gap-6 ${places.isLoading ? 'min-h-dvh' : ''}`}
      >
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ChartCard chart={chart.data} />
          {!places.isLoading && effort}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {recent}
          {leaderboards}
        </div>
      </div>
      {hasBoards && (
        <>
          {density}
          {steps}
        </>
      )}
    </div>
  )
}

/** Scores before the leaderboard; the rest on a click. */
const recentShown = 5

function ChartRecentScores({ hash, plays }: { hash: string; plays: readonly RecentPlay[] }) {
  const [all, setAll] = useState(false)
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  return (
    <LiveScoresPanel list={hash} plays={plays} empty="No recent scores">
      {(rows, fresh) => (
        <>
          <PlayerScores
            scores={playRowsOf(all ? rows : rows.slice(0, recentShown), board, fresh).map(
              ({ play, playId, createdAt, grade, score, ranked, unranked, isFresh }) => ({
                player: play.user,
                relation: relationTo(play.user.id),
                grade,
                score,
                ...(ranked ? {} : { unranked }),
                playId,
                at: createdAt,
                mark: <FreshMark fresh={isFresh} />,
                arriving: isFresh,
              }),
            )}
          />
          {!all && rows.length > recentShown && (
            <p className="border-t border-line px-4 py-3">
              <button type="button" className="hit link text-sm" onClick={() => setAll(true)}>
                More
              </button>
            </p>
          )}
        </>
      )}
    </LiveScoresPanel>
  )
}

/** The skeleton of a chart page. As high as the window, so that the footer does not jump. */
function ChartSkeleton() {
  return (
    <div className="min-h-dvh">
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <section className="panel" aria-hidden="true">
          <div className="skeleton aspect-[2.56] w-full" />
          <div className="pad">
            <div className="skeleton h-[1.875rem] w-3/4" />
            <div className="skeleton mt-1.5 h-[1.125rem] w-2/5" />
            <div className="skeleton mt-4 h-5 w-32" />
          </div>
          <div className="grid gap-4 border-t border-line px-4 py-4">
            {['w-44', 'w-56', 'w-36', 'w-24'].map((width) => (
              <div key={width} className="flex">
                <div className="w-24 shrink-0">
                  <div className="skeleton h-3 w-16" />
                </div>
                <div className={`skeleton h-3 min-w-0 ${width}`} />
              </div>
            ))}
          </div>
        </section>
        <div className="grid gap-4 md:gap-6">
          <ListSkeleton rows={5} />
          <ListSkeleton rows={8} />
        </div>
      </div>
    </div>
  )
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <div className="skeleton mr-auto h-3 w-28" />
        <div className="skeleton h-8 w-40" />
      </div>
      <SkeletonRows rows={rows} shape="board" />
    </section>
  )
}
