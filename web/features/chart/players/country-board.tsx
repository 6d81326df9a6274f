import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { getCountryBoard } from '@stepledger/contracts/http/country-boards.ts'
import { useRead } from '../../../api/use-call.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { EntriesAmong } from './entries-among.tsx'

interface Props {
  readonly hash: string
  /** Two letters. */
  readonly code: string
  readonly board: BoardName
  readonly page: number
}

/** The active board among the players of a country. */
export function CountryBoard({ hash, code, board, page }: Props) {
  const { data, error, refetch } = useRead(
    getCountryBoard,
    { params: { hash, code }, query: { leaderboard: board, page } },
    { keepPrevious: true },
  )
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the leaderboard" onRetry={refetch} rows={8} />
  if (data.total === 0)
    return <Empty title="No scores yet" text={`Nobody from ${data.country.name} is ranked on this chart.`} />
  return (
    <>
      <p className="mute border-b border-line px-4 py-2 text-sm">
        {data.country.name}, {data.total.toLocaleString('en')} {data.total === 1 ? 'player' : 'players'}
      </p>
      <EntriesAmong entries={data.scores} />
      <Pagination page={data.page} perPage={data.perPage} total={data.total} totalPages={data.totalPages} />
    </>
  )
}
