import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { FreshMark, LiveList } from '../../live/live-list.tsx'
import { useArrivals } from '../../live/use-arrivals.ts'
import { useRelations } from '../../session/use-session.ts'
import { ChartCell } from '../../ui/chart-cell.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Grade } from '../../ui/grade.tsx'
import { PlayCard } from '../../ui/play-card.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { ShortTime, Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'

const keyOf = (play: RecentPlay) => play.playId

/** The plays played last, on the active board; new ones land by themselves. */
export function RecentScores({ plays }: { plays: readonly RecentPlay[] }) {
  const [board] = useActiveBoard()
  const wide = useWide()
  const onBoard = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const arrivals = useArrivals('home', onBoard, keyOf)
  return (
    <LiveList arrivals={arrivals}>
      {arrivals.rows.length === 0 ? (
        <Empty title="No recent scores available" />
      ) : wide ? (
        <table className="t table-fixed">
          <colgroup>
            <col />
            <col className="w-35" />
            <col className="w-14" />
            <col className="w-21" />
            <col className="w-30" />
          </colgroup>
          <thead>
            <tr>
              <th>Chart</th>
              <th>Player</th>
              <th>Grade</th>
              <th className="num">Score</th>
              <th className="num">Time</th>
            </tr>
          </thead>
          <tbody>
            {arrivals.rows.map((play) => (
              <TableRow key={play.playId} play={play} fresh={arrivals.fresh.has(play.playId)} />
            ))}
          </tbody>
        </table>
      ) : (
        <ul>
          {arrivals.rows.map((play) => (
            <CardRow key={play.playId} play={play} fresh={arrivals.fresh.has(play.playId)} />
          ))}
        </ul>
      )}
    </LiveList>
  )
}

interface RowProps {
  readonly play: RecentPlay
  readonly fresh: boolean
}

function useRow({ play, fresh }: RowProps) {
  const [board] = useActiveBoard()
  const relation = useRelations()(play.user.id)
  const data = entryOf(play.leaderboards, board)?.data
  return { relation, data, className: `${relation ?? ''} ${fresh ? 'arrive' : ''}` }
}

function TableRow({ play, fresh }: RowProps) {
  const { relation, data, className } = useRow({ play, fresh })
  if (!data) return null
  return (
    <tr className={className}>
      <td>
        <ChartCell chart={play.chart} />
      </td>
      <td>
        <PlayerName player={play.user} relation={relation} />
      </td>
      <td>
        <Grade grade={data.grade} />
      </td>
      <td className="num">
        <Link to={`/play/${play.playId}`}>
          <Score percent={data.score} />
        </Link>
      </td>
      <td className="num mute text-xs">
        <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
          <FreshMark fresh={fresh} />
          <Time at={play.createdAt} />
        </span>
      </td>
    </tr>
  )
}

function CardRow({ play, fresh }: RowProps) {
  const { relation, data, className } = useRow({ play, fresh })
  if (!data) return null
  return (
    <PlayCard
      play={play}
      score={data.score}
      grade={data.grade}
      className={className}
      when={
        <>
          <FreshMark fresh={fresh} />
          <ShortTime at={play.createdAt} />
        </>
      }
      foot={<PlayerName player={play.user} relation={relation} />}
    />
  )
}
