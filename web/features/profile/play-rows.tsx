import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { CSSProperties } from 'react'
import { useRowLink } from '../../lists/use-row-link.ts'
import type { RowKey } from '../../live/arrivals.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { ChartCell } from '../../ui/chart-cell.tsx'
import { PlayCard } from '../../ui/play-card.tsx'
import { playRowsOf, ScoreCells, TimeCell } from '../../ui/play-cells.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { shareOfTrack, trackStart } from './score-track.ts'

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly fresh: ReadonlySet<RowKey>
  readonly board: BoardName
}

/** One player's plays, as a table with a score track or as cards. */
export function PlayRows({ plays, fresh, board }: Props) {
  const wide = useWide()
  const rowLink = useRowLink()
  const rows = playRowsOf(plays, board, fresh)
  if (!wide) {
    return (
      <ul>
        {rows.map(({ play, data, isFresh }) => (
          <PlayCard
            key={play.playId}
            play={play}
            score={data.score}
            grade={data.grade}
            className={isFresh ? 'arrive' : ''}
            foot={
              <span className="mute inline-flex items-center gap-1.5 whitespace-nowrap text-xs">
                <Time at={play.createdAt} format="short" />
                <FreshMark fresh={isFresh} />
              </span>
            }
          />
        ))}
      </ul>
    )
  }
  const start = trackStart(rows.map(({ data }) => Number(data.score)))
  return (
    <table className="t table-fixed">
      <colgroup>
        <col className="@min-[58rem]/panel:w-[29rem]" />
        <col className="w-14" />
        <col className="w-21" />
        <col className="hidden @min-[58rem]/panel:[display:table-column]" />
        <col className="w-28" />
      </colgroup>
      <thead>
        <tr>
          <th>Chart</th>
          <th>Grade</th>
          <th className="num">Score</th>
          <td aria-hidden="true" className="hidden @min-[58rem]/panel:[display:table-cell]">
            <div className="mute mr-2 ml-4 flex justify-between text-xs">
              <span>{start}%</span>
              <span>100%</span>
            </div>
          </td>
          <th className="num">Date</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ play, data, isFresh }) => {
          const track: CSSProperties & Record<'--x', string> = {
            '--x': `${shareOfTrack(start, Number(data.score))}%`,
          }
          return (
            <tr key={play.playId} {...rowLink(`/play/${play.playId}`, isFresh ? 'arrive' : '')}>
              <td>
                <ChartCell chart={play.chart} />
              </td>
              <ScoreCells play={play} data={data} />
              <td aria-hidden="true" className="hidden @min-[58rem]/panel:[display:table-cell]">
                <div className="trk" style={track} />
              </td>
              <TimeCell play={play} isFresh={isFresh} format="short" />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
