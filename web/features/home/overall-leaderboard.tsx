import { type HomePage, homeBoardKeys } from '@stepledger/contracts/http/home.ts'
import { Link } from 'react-router-dom'
import { OwnOverallPlace } from '../../parts/competition/own-overall-place.tsx'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { Empty } from '../../ui/empty.tsx'

interface Props {
  readonly standings: HomePage['overallLeaderboard']
  readonly competition: HomePage['event']
}

/** The top ten of the event on the active board, with the viewer's own place above them unless it is one of them. */
export function OverallLeaderboard({ standings, competition }: Props) {
  const [board] = useActiveBoard()
  const rankings = standings?.leaderboards[homeBoardKeys[board]].rankings.slice(0, 10) ?? []
  if (rankings.length === 0) return <Empty title="No leaderboard data available" />
  return (
    <>
      {competition && (
        <OwnOverallPlace competition={competition} rows={rankings.map(({ userId }) => userId)} />
      )}
      <RankingsTable rankings={rankings} />
      <p className="border-t border-line px-4 py-2.5 text-sm">
        <Link className="hit link" to="/leaderboards/overall">
          View full
        </Link>
      </p>
    </>
  )
}
