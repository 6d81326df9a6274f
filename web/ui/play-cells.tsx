import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { Link } from 'react-router-dom'
import type { RowKey } from '../live/arrivals.ts'
import { FreshMark } from '../live/live-list.tsx'
import { entryOf } from '../parts/leaderboard/board-name.ts'
import type { Column } from './lists/table.tsx'
import { Grade, Score } from './score.tsx'
import { Time } from './time.tsx'
import { UnrankedTag } from './unranked-tag.tsx'

export function playRowsOf<Play extends RecentPlay>(
  plays: readonly Play[],
  board: BoardName,
  fresh?: ReadonlySet<RowKey>,
) {
  return plays.flatMap((play) => {
    const data = entryOf(play.leaderboards, board)?.data
    return data ? [{ play, data, isFresh: fresh?.has(play.playId) ?? false }] : []
  })
}

type PlayRow = ReturnType<typeof playRowsOf<RecentPlay>>[number]

export const gradeColumn = (width: string): Column<PlayRow> => ({
  head: 'Grade',
  width,
  cell: ({ play, data }) => <Grade grade={data.grade} ranked={play.eligible} />,
})

export const scoreColumn = (width: string): Column<PlayRow> => ({
  head: 'Score',
  width,
  className: 'num',
  cell: ({ play, data }) => (
    <>
      <Link to={`/play/${play.playId}`} className="block">
        <Score percent={data.score} ranked={play.eligible} />
      </Link>
      <UnrankedTag play={play} />
    </>
  ),
})

export const timeColumn = (width: string, head: string, format?: 'short'): Column<PlayRow> => ({
  head,
  width,
  className: 'num',
  cellClass: 'mute text-xs',
  cell: ({ play, isFresh }) => (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      <FreshMark fresh={isFresh} />
      <Time at={play.createdAt} format={format} />
    </span>
  ),
})
