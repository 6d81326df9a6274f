import { getProgress } from '@stepledger/contracts/http/players.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { ProgressTable } from '../../parts/progress/progress-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/states.tsx'

/** Of the last months; the page has all. */
const monthsShown = 6

export function ProgressPanel({ id }: { id: string }) {
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getProgress,
    { params: { id }, query: { leaderboard: board } },
    { keepPrevious: true },
  )
  return (
    <Panel
      title="Progress"
      aside={
        <Link className="hit link text-sm" to={`/user/${id}/progress`}>
          By meter, and compared
        </Link>
      }
    >
      {!data ? (
        <UnloadedRows
          error={error}
          sentence="Failed to load the progress"
          onRetry={refetch}
          rows={monthsShown}
        />
      ) : data.months.length === 0 ? (
        <p className="mute pad text-sm">No plays yet.</p>
      ) : (
        <ProgressTable months={data.months.slice(-monthsShown).reverse()} />
      )}
    </Panel>
  )
}
