import type { ChartPlace } from '@stepledger/contracts/http/boards.ts'
import { type ChartEffort, getChartEffort } from '@stepledger/contracts/http/charts.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Cell } from '../../ui/cell.tsx'
import { Legend, LegendItem } from '../../ui/figure/legend.tsx'
import { countText, Time } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { UnloadedRows } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { pointsToPass } from './places.tsx'

/** Lazy: it brings the chart library, which visitors don't need. */
const EffortFigure = lazy(async () => ({ default: (await import('./effort-figure.tsx')).EffortFigure }))

interface Props {
  readonly hash: string
  /** The viewer on the active board; undefined if it could not be loaded. */
  readonly place: ChartPlace | undefined
}

/** The viewer's effort on a chart: best, next goal and all tries over time. Renders nothing for visitors. */
export function EffortPanel({ hash, place }: Props) {
  const user = useUser()
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getChartEffort,
    { params: { hash }, query: { leaderboard: board } },
    { enabled: user !== null, keepPrevious: true },
  )
  if (user === null) return null
  // Space is reserved only for what will be there: most players have played few of the charts.
  if (!data && !place?.own && !place?.rivals.length) return null
  if (data?.plays === 0 && data.rivals.length === 0) return null
  const last = data?.tries.at(-1)
  return (
    <Panel
      title="My History"
      aside={
        data &&
        last && (
          <span className="mute text-sm">
            {countText(data.plays)} {data.plays === 1 ? 'try' : 'tries'}, last{' '}
            <Time at={last.at} format="short" />
          </span>
        )
      }
    >
      <div className={data ? '' : 'min-h-[22.875rem]'}>
        {data ? (
          <Effort effort={data} place={place} />
        ) : (
          <UnloadedRows error={error} sentence="Failed to load your history" onRetry={refetch} rows={4} />
        )}
      </div>
    </Panel>
  )
}

const cell = 'flex min-h-7 flex-wrap items-center gap-x-1.5 text-lg'

function Effort({ effort, place }: { effort: ChartEffort; place: ChartPlace | undefined }) {
  return (
    <>
      <dl className="cellgrid grid-cols-2 border-b border-line @min-[30rem]/panel:grid-cols-3">
        <Cell name="Best" valueClass={cell}>
          {place?.own ? (
            <Link to={`/play/${place.own.playId}`} className="hit inline-flex items-center gap-2">
              <Grade grade={place.own.grade} />
              <Score percent={place.own.score} />
            </Link>
          ) : (
            <span className="mute font-normal">not ranked yet</span>
          )}
        </Cell>
        <Cell name="Rank" valueClass={cell}>
          {place?.own ? (
            <>
              #{countText(place.own.rank)}{' '}
              <span className="mute text-sm font-normal">of {countText(place.total)}</span>
            </>
          ) : (
            '–'
          )}
        </Cell>
        <Cell name="Next" valueClass={cell}>
          <NextGoal place={place} />
        </Cell>
      </dl>
      {effort.tries.length + effort.rivals.length > 1 && <EffortOverTime effort={effort} />}
      {effort.tries.length < effort.plays && (
        <p className="mute border-t border-line px-4 py-2 text-xs">
          Your latest {countText(effort.tries.length)} of {countText(effort.plays)} tries.
        </p>
      )}
    </>
  )
}

function EffortOverTime({ effort }: { effort: ChartEffort }) {
  const now = useNow()
  return (
    <>
      <Suspense fallback={<div className="h-[17rem]" />}>
        <EffortFigure effort={effort} now={now} />
      </Suspense>
      <Legend>
        <LegendItem sign={<i className="size-2 rounded-full bg-(--own)" />}>New best</LegendItem>
        <LegendItem sign={<i className="size-2 rounded-full border-[1.5px] border-(--own)" />}>
          Other try
        </LegendItem>
        <LegendItem sign={<b className="text-(--jmi)">×</b>}>Failed</LegendItem>
        {effort.rivals.length > 0 && (
          <LegendItem sign={<i className="w-4 border-t-2 border-dashed border-(--rival)" />}>
            Rival
          </LegendItem>
        )}
      </Legend>
    </>
  )
}

/** "0.44 to pass stamina_sam". */
function NextGoal({ place }: { place: ChartPlace | undefined }) {
  if (!place?.own) return <span className="mute font-normal">–</span>
  if (!place.next) return place.own.rank === 1 ? "You're first" : <span className="mute font-normal">–</span>
  return (
    <>
      {pointsToPass(place.next.score, place.own.score)}{' '}
      <span className="text-sm font-normal">
        <span className="mute">to pass</span>{' '}
        <Link className="hit wrap-anywhere hover:underline" to={`/user/${place.next.userId}`}>
          {place.next.alias}
        </Link>
      </span>
    </>
  )
}
