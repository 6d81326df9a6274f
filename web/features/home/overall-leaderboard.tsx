import { type HomePage, homeBoardKeys } from '@stepledger/contracts/http/home.ts'
import { Link } from 'react-router-dom'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { Empty } from '../../ui/empty.tsx'
import { useFirstRows } from './use-first-rows.tsx'

/** The top ten of the event on the active board. */
export function OverallLeaderboard({ standings }: { standings: HomePage['overallLeaderboard'] }) {
  const [board] = useActiveBoard()
  const [rankings, more] = useFirstRows(
    standings?.leaderboards[homeBoardKeys[board]].rankings.slice(0, 10) ?? [],
  )
  if (rankings.length === 0) return <Empty title="No leaderboard data available" />
  return (
    <>
      <RankingsTable rankings={rankings} />
      <p className="flex gap-4 border-t border-line px-4 py-2.5 text-sm">
        {more}
        <Link className="hit link" to="/leaderboards/overall">
          View full
        </Link>
      </p>
    </>
  )
}
