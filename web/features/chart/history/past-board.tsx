import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type BoardAtDay, getBoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { OtherRank } from '../other-rank.tsx'
import { RankedEntries } from '../ranked-entries.tsx'
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
  if (data.total === 0)
    return <Empty title="No ranked scores yet" text={`Nobody was ranked on this chart on ${dayText(day)}.`} />
  return (
    <>
      <RankedEntries
        entries={data.scores}
        label="Now"
        otherRank={({ rankNow }) => <OtherRank word="now" rank={rankNow} />}
      />
      <Pagination page={data.page} perPage={data.perPage} total={data.total} totalPages={data.totalPages} />
    </>
  )
}
