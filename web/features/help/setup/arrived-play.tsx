import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { entryOf } from '../../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../../leaderboard/use-active-board.ts'
import { Grade } from '../../../ui/grade.tsx'

/** The first play that arrived during the setup. */
export function ArrivedPlay({ play }: { play: RecentPlay }) {
  const [board] = useActiveBoard()
  const score = entryOf(play.leaderboards, board)
  return (
    <div className="arrived" role="status">
      {score && <Grade grade={score.data.grade} size="play" ranked={play.eligible} />}
      <div className="min-w-0">
        <p className="!mt-0 text-xl font-extrabold font-stretch-semi-expanded">It works! Your play is here</p>
        <p className="!mt-1">
          {titleOrUnknown(play.chart.title)}
          {score && `, ${score.data.score}%`}
        </p>
        <p className="!mt-1">
          <Link to={`/play/${play.playId}`}>See every step</Link>
        </p>
      </div>
    </div>
  )
}
