import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type BoardAtDay, getBoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { useRelations } from '../../../session/use-session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { shareOfPage } from '../board-scale.ts'
import { OtherRank } from '../other-rank.tsx'
import { PlayerScoreRow, PlayerScores } from '../player-scores.tsx'
import { atDay, dayText } from './day-of-board.ts'
import { DayPicker } from './day-picker.tsx'

interface Props {
  readonly hash: string
  readonly day: string
  readonly board: BoardName
  readonly page: number
}

/** The active board as it was at the end of a day, with everybody's rank of now. */
export function PastBoard({ hash, day, board, page }: Props) {
  const { data, error, refetch } = useRead(
    getBoardAtDay,
    { params: { hash, day }, query: { leaderboard: board, page } },
    { keepPrevious: true },
  )
  return (
    <>
      <PastNote day={day} />
      {data ? (
        <Entries data={data} day={day} />
      ) : (
        <UnloadedRows error={error} sentence="Failed to load the leaderboard" onRetry={refetch} rows={8} />
      )}
    </>
  )
}

/** What the board shows, and the way back. */
function PastNote({ day }: { day: string }) {
  const [search] = useSearchParams()
  return (
    <div className="pin">
      <span className="inline-flex items-center gap-2 font-semibold">
        <Icon name="clock" />
        <DayPicker day={day} label="As of" />
      </span>
      <Link
        className="hit link text-sm sm:order-last sm:ml-auto"
        to={{ search: atDay(search, null).toString() }}
        preventScrollReset
      >
        Back to now
      </Link>
      <span className="mute text-xs">
        End of the day in UTC, by today’s rules. Plays withdrawn or deleted since are left out.
      </span>
    </div>
  )
}

function Entries({ data, day }: { data: BoardAtDay; day: string }) {
  const relationTo = useRelations()
  if (data.total === 0)
    return <Empty title="No ranked scores yet" text={`Nobody was ranked on this chart on ${dayText(day)}.`} />
  return (
    <>
      <PlayerScores ranked gap={{ label: 'Now', onSwitch: null }}>
        {data.scores.map((row) => (
          <PlayerScoreRow
            key={row.userId}
            rank={row.rank}
            player={{ id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl }}
            relation={relationTo(row.userId)}
            grade={row.grade}
            score={row.score}
            track={{
              share: shareOfPage(data.scores, row.score),
              gap: <OtherRank word="now" rank={row.rankNow} />,
            }}
            playId={row.playId}
            at={row.date}
          />
        ))}
      </PlayerScores>
      <Pagination page={data.page} perPage={data.perPage} total={data.total} totalPages={data.totalPages} />
    </>
  )
}
