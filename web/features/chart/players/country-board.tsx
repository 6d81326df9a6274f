import { getCountryBoard } from '@stepledger/contracts/http/country-boards.ts'
import { useRead } from '../../../api/use-call.ts'
import { CountrySelect } from '../../../parts/leaderboard/country-select.tsx'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { RankedEntries } from '../ranked-entries.tsx'

interface Props {
  readonly hash: string
  /** Two letters. */
  readonly code: string
  readonly page: number
}

/** The active board among the players of a country. */
export function CountryBoard({ hash, code, page }: Props) {
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getCountryBoard,
    { params: { hash, code }, query: { leaderboard: board, page } },
    { keepPrevious: true },
  )
  return (
    <>
      <CountrySelect code={code} name={data?.country.name} players={data?.total} />
      {!data ? (
        <UnloadedRows error={error} sentence="Failed to load the leaderboard" onRetry={refetch} rows={4} />
      ) : data.total === 0 ? (
        <Empty title="No scores yet" text={`Nobody from ${data.country.name} is ranked on this chart.`} />
      ) : (
        <>
          <RankedEntries entries={data.scores} label="Global" rankOf={({ rankOfAll }) => rankOfAll} />
          <Pagination meta={{ ...data, limit: data.perPage }} />
        </>
      )}
    </>
  )
}
