import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { Link } from 'react-router-dom'
import { entryOf } from '../leaderboard/board-name.ts'
import type { RowKey } from '../live/arrivals.ts'
import { FreshMark } from '../live/live-list.tsx'
import { Grade, Score } from './score.tsx'
import { Time } from './time.tsx'
import { UnrankedTag } from './unranked-tag.tsx'

/** The plays that have a score on a board. */
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

/** Cells with the grade and the score of a play, which links to it. */
export function ScoreCells({ play, data }: Pick<PlayRow, 'play' | 'data'>) {
  return (
    <>
      <td>
        <Grade grade={data.grade} ranked={play.eligible} />
      </td>
      <td className="num">
        <Link to={`/play/${play.playId}`} className="block">
          <Score percent={data.score} ranked={play.eligible} />
        </Link>
        <UnrankedTag play={play} />
      </td>
    </>
  )
}

/** The cell with the time of a play, and its mark while it is new. */
export function TimeCell({
  play,
  isFresh,
  format,
}: Pick<PlayRow, 'play' | 'isFresh'> & { format?: 'short' }) {
  return (
    <td className="num mute text-xs">
      <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
        <FreshMark fresh={isFresh} />
        <Time at={play.createdAt} format={format} />
      </span>
    </td>
  )
}
