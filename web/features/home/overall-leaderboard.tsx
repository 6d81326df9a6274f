import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { Link } from 'react-router-dom'
import { homeBoardKeys } from '../../competition/home-boards.ts'
import { RankingsTable } from '../../competition/rankings-table.tsx'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { Empty } from '../../ui/empty.tsx'

/** The top ten of the event on the active board. */
export function OverallLeaderboard({ standings }: { standings: HomePage['overallLeaderboard'] }) {
  const [board] = useActiveBoard()
  const rankings = standings?.leaderboards[homeBoardKeys[board]].rankings.slice(0, 10) ?? []
  if (rankings.length === 0) return <Empty title="No leaderboard data available" />
  return (
    <>
      <RankingsTable rankings={rankings} />
      <p className="border-t border-line px-4 py-2.5 text-sm">
        <Link className="hit link" to="/leaderboards/overall">
          View full
        </Link>
      </p>
    </>
  )
}
