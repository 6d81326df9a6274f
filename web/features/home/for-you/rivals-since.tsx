import { getRivalNews, type RivalNewsEntry } from '@stepledger/contracts/http/rival-news.ts'
import { getRivalPlays } from '@stepledger/contracts/http/rivals.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { entryOf } from '../../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { useRowLink } from '../../../ui/lists/use-row-link.ts'
import { PlayerName } from '../../../ui/player-name.tsx'
import { Score } from '../../../ui/score.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLastVisit } from './last-visit.ts'

/** Phones show two rows. The height of a full list is reserved while it loads: prevents a layout shift. */
const listHeight = 'min-h-[6.75rem] pt-1 pb-2 md:min-h-[10.5rem] max-md:[&>li:nth-child(n+3)]:hidden'

/** New bests of rivals since the last visit; without any, their latest plays. */
export function RivalsSince({ user }: { user: User }) {
  const [board] = useActiveBoard()
  const since = useLastVisit(user.id)
  const { data, error } = useRead(
    getRivalNews,
    { query: { since, leaderboard: board } },
    { keepPrevious: true },
  )
  const isQuiet = data?.news.length === 0
  const { data: latest } = useRead(getRivalPlays, {}, { enabled: isQuiet })
  return (
    <div className="border-t border-line">
      <p className="flex items-baseline gap-x-3 px-4 pt-3 text-sm">
        <span className="shrink-0 font-semibold">Your Rivals</span>
        <span className="mute mr-auto truncate text-xs">
          {!data && error && "Couldn't load this."}
          {data && (
            <>
              {isQuiet ? 'No new bests since' : 'New bests since'} <Time at={since} format="short" />
            </>
          )}
        </span>
        <Link className="hit link shrink-0" to="/rivals">
          All rivals
        </Link>
      </p>
      <ul className={listHeight}>
        {data?.news.map((entry) => (
          <Row key={entry.playId} playId={entry.playId} user={entry.user} note={<Note entry={entry} />}>
            <Score percent={entry.score} />
          </Row>
        ))}
        {isQuiet &&
          latest?.plays.map((play) => {
            const score = entryOf(play.leaderboards, board)?.data.score
            return (
              <Row
                key={play.playId}
                playId={play.playId}
                user={play.user}
                note={titleOrUnknown(play.chart.title)}
              >
                {score !== undefined && <Score percent={score} ranked={play.eligible} />}
              </Row>
            )
          })}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly playId: number
  readonly user: RivalNewsEntry['user']
  readonly note: ReactNode
  readonly children: ReactNode
}

function Row({ playId, user, note, children }: RowProps) {
  const rowLink = useRowLink()
  return (
    <li
      {...rowLink(
        `/play/${playId}`,
        'grid h-12 md:h-13 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 px-4',
      )}
    >
      <PlayerName player={user} relation="rival" />
      <Link className="hit" to={`/play/${playId}`}>
        {children}
      </Link>
      <p className="mute col-span-2 min-w-0 truncate text-sm">{note}</p>
    </li>
  )
}

/** "passed you on Kaleido 2 by 0.20", "Kaleido 2, +1.02". */
function Note({ entry: { chart, passed, score, own, before } }: { entry: RivalNewsEntry }) {
  const title = titleOrUnknown(chart.title)
  const points = (from: string) => (Number(score) - Number(from)).toFixed(2)
  if (passed && own !== null)
    return (
      <>
        <b className="ic-rival">passed you</b> on {title} by {points(own)}
      </>
    )
  return (
    <>
      {title}
      {before === null ? ', first score' : `, +${points(before)}`}
    </>
  )
}
