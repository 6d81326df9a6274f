import { type ChartGrades, getChartGrades } from '@stepledger/contracts/http/chart-effort.ts'
import type { ChartPlace } from '@stepledger/contracts/http/chart-places.ts'
import { grades as allGrades, type Grade as GradeName } from '@stepledger/contracts/rules/grade.ts'
import { useRead } from '../../../api/use-call.ts'
import { entryOf } from '../../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { Cell } from '../../../ui/cell.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Grade, Score } from '../../../ui/score.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'

interface Props {
  readonly hash: string
  /** The viewer on all boards. */
  readonly places: readonly ChartPlace[]
  /** Whether the chart has plays. Without any, no space is reserved while the grades load. */
  readonly played: boolean
}

/** How many players have reached each grade, the viewer's marked, and how many play the chart. */
export function GradesPanel({ hash, places, played }: Props) {
  const { data, error, refetch } = useRead(getChartGrades, { params: { hash } })
  if (data ? data.players === 0 : !played) return null
  return (
    <Panel title="Grades" aside={data && counted(data.players, 'player')}>
      {data ? (
        <Spread data={data} mine={bestGrade(places)} />
      ) : (
        <div className="min-h-64">
          <UnloadedRows error={error} sentence="Failed to load grades" onRetry={refetch} rows={6} />
        </div>
      )}
    </Panel>
  )
}

/** The best grade of the viewer's places: an EX of 100.00 shines on the H.EX board too. */
function bestGrade(places: readonly ChartPlace[]): GradeName | null {
  const reached = places.flatMap(({ own }) => own?.grade ?? [])
  return allGrades.find((grade) => reached.includes(grade)) ?? null
}

interface SpreadProps {
  readonly data: ChartGrades
  readonly mine: GradeName | null
}

function Spread({ data, mine }: SpreadProps) {
  const [board] = useActiveBoard()
  const spread = entryOf(data.boards, board)
  const largest = Math.max(1, ...(spread?.grades.map(({ players }) => players) ?? []))
  return (
    <>
      <ul className="grades">
        {spread?.grades.map(({ grade, players }) => (
          <li key={grade} className={grade === mine ? 'mine' : ''}>
            <Grade grade={grade} />
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(players / largest) * 100}%` }} />
            </span>
            <span className="text-right font-semibold">
              {countText(players)}
              <span className="sr-only">
                {players === 1 ? ' player' : ' players'}
                {grade === mine && ', your grade'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="cellgrid grid-cols-3 border-t border-line">
        <Cell name="Median" valueClass="">
          {spread?.median ? <Score percent={spread.median} /> : '–'}
        </Cell>
        <Cell name="Plays" valueClass="">
          {countText(data.plays)}
        </Cell>
        <Cell name="Plays each" valueClass="">
          {(data.plays / data.players).toFixed(1)}
        </Cell>
      </dl>
    </>
  )
}
