import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useRowLink } from '../lists/use-row-link.ts'
import type { RowKey } from '../live/arrivals.ts'
import { FreshMark } from '../live/live-list.tsx'
import { useRelations } from '../sign-in/use-session.ts'
import { ChartCell } from './chart-cell.tsx'
import { PlayCard } from './play-card.tsx'
import { playRowsOf, ScoreCells, TimeCell } from './play-cells.tsx'
import { PlayerName } from './player-name.tsx'
import { Time } from './time.tsx'
import { useWide } from './use-wide.ts'

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly board: BoardName
  /** Plays that arrived while the page was open. */
  readonly fresh?: ReadonlySet<RowKey>
  readonly timeLabel: 'Time' | 'Date'
}

/** Plays of several charts and players with the scores of one board, as a table or as cards. */
export function RecentPlays({ plays, board, fresh, timeLabel }: Props) {
  const wide = useWide()
  const relationTo = useRelations()
  const rowLink = useRowLink()
  const rows = playRowsOf(plays, board, fresh).map((row) => {
    const relation = relationTo(row.play.user.id)
    return { ...row, relation, className: `${relation ?? ''} ${row.isFresh ? 'arrive' : ''}` }
  })
  if (!wide) {
    return (
      <ul>
        {rows.map(({ play, data, relation, isFresh, className }) => (
          <PlayCard
            key={play.playId}
            play={play}
            score={data.score}
            grade={data.grade}
            className={className}
            when={
              <>
                <FreshMark fresh={isFresh} />
                <Time at={play.createdAt} format="short" />
              </>
            }
            foot={<PlayerName player={play.user} relation={relation} />}
          />
        ))}
      </ul>
    )
  }
  return (
    <table className="t table-fixed">
      <colgroup>
        {/* In a panel as wide as the page the player's column grows, not the chart's. */}
        <col className="@min-[58rem]/panel:w-[32rem]" />
        <col className="w-33 @min-[44rem]/panel:w-40 @min-[58rem]/panel:w-auto" />
        <col className="w-13" />
        <col className="w-20" />
        <col className="w-29" />
      </colgroup>
      <thead>
        <tr>
          <th>Chart</th>
          <th>Player</th>
          <th>Grade</th>
          <th className="num">Score</th>
          <th className="num">{timeLabel}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ play, data, relation, isFresh, className }) => (
          <tr key={play.playId} {...rowLink(`/play/${play.playId}`, className)}>
            <td>
              <ChartCell chart={play.chart} />
            </td>
            <td>
              <PlayerName player={play.user} relation={relation} />
            </td>
            <ScoreCells play={play} data={data} />
            <TimeCell play={play} isFresh={isFresh} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
