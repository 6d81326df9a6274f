import { chartHash } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useParams, useSearchParams } from 'react-router-dom'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { NotFound, Pending, UnloadedPage } from '../../ui/page-state.tsx'
import { pageFrom } from '../../ui/page-window.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useMedia } from '../../ui/use-media.ts'
import { ChartCard } from './chart-card.tsx'
import { ChartRecentScores } from './chart-recent-scores.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { DensityPanel } from './density-panel.tsx'
import { EffortPanel } from './effort/effort-panel.tsx'
import { GradesPanel } from './effort/grades-panel.tsx'
import { Leaderboards } from './leaderboards.tsx'
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
  const grades = <GradesPanel hash={hash} places={ownPlaces} played={played} />
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
            {effort}
            {grades}
            {recent}
            {density}
            {steps}
          </>
        )}
      </div>
    )
  return (
    <div className="grid gap-4 md:gap-6">
      <div
        className={`grid grid-cols-[27rem_minmax(0,1fr)] items-start gap-6 ${places.isLoading ? 'min-h-dvh' : ''}`}
      >
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ChartCard chart={chart.data} />
          {grades}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {density}
          {/* The places tell whether there is a history above the recent scores. */}
          {!places.isLoading && (
            <>
              {effort}
              {recent}
            </>
          )}
        </div>
      </div>
      {steps}
      {leaderboards}
    </div>
  )
}
