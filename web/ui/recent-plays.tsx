import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { ReactNode } from 'react'
import type { RowKey } from '../live/arrivals.ts'
import { FreshMark } from '../live/live-list.tsx'
import { useActiveBoard } from '../parts/leaderboard/use-active-board.ts'
import { useRelations } from '../sign-in/use-session.ts'
import { ChartCell } from './chart-cell.tsx'
import { Table } from './lists/table.tsx'
import { PlayCard } from './play-card.tsx'
import { gradeColumn, playRowsOf, scoreColumn, timeColumn } from './play-cells.tsx'
import { PlayerName } from './player-name.tsx'
import { Time } from './time.tsx'
import { UnrankedTag } from './unranked-tag.tsx'
import { useWide } from './use-wide.ts'

interface Props {
  readonly plays: readonly RecentPlay[]
  /** Plays that arrived while the page was open. */
  readonly fresh?: ReadonlySet<RowKey>
  readonly timeLabel: 'Time' | 'Date'
  /** What stands beside the player of a row. */
  readonly beside?: (play: RecentPlay) => ReactNode
}

export function RecentPlays({ plays, fresh, timeLabel, beside }: Props) {
  const [board] = useActiveBoard()
  const wide = useWide()
  const relationTo = useRelations()
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
            chart={play.chart}
            playId={play.playId}
            ranked={play.eligible}
            score={data.score}
            grade={data.grade}
            className={className}
            when={
              <>
                <FreshMark fresh={isFresh} />
                <Time at={play.createdAt} format="short" />
              </>
            }
            foot={
              <>
                <PlayerName player={play.user} relation={relation} />
                {beside?.(play)}
                <UnrankedTag play={play} />
              </>
            }
          />
        ))}
      </ul>
    )
  }
  return (
    <Table
      rows={rows}
      keyOf={({ play }) => play.playId}
      to={({ play }) => `/play/${play.playId}`}
      rowClass={({ className }) => className}
      columns={[
        // In a panel as wide as the page the player's column grows, not the chart's.
        {
          head: 'Chart',
          width: '@min-[58rem]/panel:w-[32rem]',
          cell: ({ play }) => <ChartCell chart={play.chart} />,
        },
        {
          head: 'Player',
          width: 'w-33 @min-[44rem]/panel:w-40 @min-[58rem]/panel:w-auto',
          cell: ({ play, relation }) => (
            <>
              <PlayerName player={play.user} relation={relation} />
              {beside?.(play)}
            </>
          ),
        },
        gradeColumn('w-13'),
        scoreColumn('w-20'),
        timeColumn('w-29', timeLabel),
      ]}
    />
  )
}
