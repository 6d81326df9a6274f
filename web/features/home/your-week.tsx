import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getRivalPlays, rivalsLately } from '@stepledger/contracts/http/rivals.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { useNow } from '../../ui/use-now.ts'

const weekMs = 7 * 86_400_000
/** Plays that are asked for: of a longer week the last ones are counted, and it says so. */
const mostPlays = 100

/** What the player did in the last seven days, and what rivals played last. */
export function YourWeek({ user }: { user: User }) {
  const now = useNow()
  const { data } = useRead(getPlayer, { params: { id: user.id }, query: { limit: mostPlays } })
  const plays = (data?.recentPlays ?? []).filter(({ createdAt }) => Date.parse(createdAt) > now - weekMs)
  const charts = new Set(plays.map(({ chart }) => chart.hash)).size
  const { data: lately } = useRead(getRivalPlays, {}, { enabled: user.rivalUserIds.length > 0 })
  // Room for them while they are on their way.
  const known = lately?.plays.length ?? Math.min(rivalsLately, user.rivalUserIds.length)
  return (
    <>
      <dl className="cellgrid grid-cols-2 min-h-16">
        <div>
          <dt className="mute text-xs">Plays</dt>
          <dd className="font-bold">{plays.length >= mostPlays ? `${mostPlays} or more` : plays.length}</dd>
        </div>
        <div>
          <dt className="mute text-xs">Charts</dt>
          <dd className="font-bold">{charts}</dd>
        </div>
      </dl>
      {known > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-3 text-sm font-semibold">Rivals lately</h3>
          <ul className="pb-1.5">
            {!lately && <li style={{ height: `${known * 2.5}rem` }} />}
            {lately?.plays.map((play) => (
              <RivalLately key={play.user.id} play={play} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function RivalLately({ play }: { play: RecentPlay }) {
  const [board] = useActiveBoard()
  const score = entryOf(play.leaderboards, board)?.data.score
  return (
    <li className="flex min-h-10 items-center gap-2 px-4">
      <PlayerName player={play.user} relation="rival" />
      <Link className="mute hit min-w-0 flex-1 truncate text-sm hover:underline" to={`/play/${play.playId}`}>
        {titleOrUnknown(play.chart.title)}
      </Link>
      {score !== undefined && <Score percent={score} ranked={play.eligible} />}
    </li>
  )
}
