import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getRivalPlays, rivalsLately } from '@stepledger/contracts/http/rivals.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useRowLink } from '../../lists/use-row-link.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { useNow } from '../../ui/use-now.ts'

const weekMs = 7 * 86_400_000
/** The maximum of fetched plays; a busier week shows "100+". */
const maxPlays = 100

/** The player's activity of the last seven days, and the rivals' latest plays. */
export function YourWeek({ user }: { user: User }) {
  const now = useNow()
  const { data } = useRead(getPlayer, { params: { id: user.id }, query: { limit: maxPlays } })
  const plays = (data?.recentPlays ?? []).filter(({ createdAt }) => Date.parse(createdAt) > now - weekMs)
  const charts = new Set(plays.map(({ chart }) => chart.hash)).size
  const { data: rivalPlays } = useRead(getRivalPlays, {}, { enabled: user.rivalUserIds.length > 0 })
  // The number of rows to reserve while loading.
  const rowCount = rivalPlays?.plays.length ?? Math.min(rivalsLately, user.rivalUserIds.length)
  return (
    <>
      <dl className="cellgrid grid-cols-2 min-h-16">
        <div>
          <dt className="mute text-xs">Plays</dt>
          <dd className="font-bold">{plays.length >= maxPlays ? `${maxPlays}+` : plays.length}</dd>
        </div>
        <div>
          <dt className="mute text-xs">Charts</dt>
          <dd className="font-bold">{charts}</dd>
        </div>
      </dl>
      {rowCount > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-3 text-sm font-semibold">Latest from rivals</h3>
          <ul className="pb-1.5">
            {!rivalPlays && <li style={{ height: `${rowCount * 2.5}rem` }} />}
            {rivalPlays?.plays.map((play) => (
              <RivalRow key={play.user.id} play={play} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function RivalRow({ play }: { play: RecentPlay }) {
  const [board] = useActiveBoard()
  const rowLink = useRowLink()
  const score = entryOf(play.leaderboards, board)?.data.score
  return (
    <li {...rowLink(`/play/${play.playId}`, 'flex min-h-10 items-center gap-2 px-4')}>
      <PlayerName player={play.user} relation="rival" />
      <Link className="mute hit min-w-0 flex-1 truncate text-sm hover:underline" to={`/play/${play.playId}`}>
        {titleOrUnknown(play.chart.title)}
      </Link>
      {score !== undefined && <Score percent={score} ranked={play.eligible} />}
    </li>
  )
}
