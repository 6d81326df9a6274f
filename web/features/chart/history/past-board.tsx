import { type BoardAtDay, getBoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import { useRead } from '../../../api/use-call.ts'
import { dayText } from '../../../parts/leaderboard/day-of-board.ts'
import { PastNote } from '../../../parts/leaderboard/day-picker.tsx'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { RankedEntries } from '../ranked-entries.tsx'

interface Props {
  readonly hash: string
  readonly day: string
  readonly page: number
}

/** The active board as it was at the end of a day, with everybody's rank of now. */
export function PastBoard({ hash, day, page }: Props) {
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getBoardAtDay,
    { params: { hash, day }, query: { leaderboard: board, page } },
    { keepPrevious: true },
  )
  return (
    <>
      <PastNote
        day={day}
        text="End of the day in UTC, by today’s rules. Plays withdrawn or deleted since are left out."
      />
      {data ? (
        <Entries data={data} day={day} />
      ) : (
        <UnloadedRows error={error} sentence="Failed to load the leaderboard" onRetry={refetch} rows={8} />
      )}
    </>
  )
}

function Entries({ data, day }: { data: BoardAtDay; day: string }) {
  if (data.total === 0)
    return <Empty title="No ranked scores yet" text={`Nobody was ranked on this chart on ${dayText(day)}.`} />
  return (
    <>
      <RankedEntries entries={data.scores} label="Now" rankOf={({ rankNow }) => rankNow} />
      <Pagination meta={{ ...data, limit: data.perPage }} />
    </>
  )
}
