import { listRivalRecords } from '@stepledger/contracts/http/head-to-head.ts'
import { maxRivals } from '@stepledger/contracts/rivals/max-rivals.ts'
import { useSearchParams } from 'react-router-dom'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { PlayerSearch } from '../../rivals/player-search.tsx'
import { useRivalSwitch } from '../../rivals/use-rival-switch.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { pageFrom } from '../../ui/page-window.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { RivalRow } from './rival-row.tsx'

/** The viewer's rivals with the record against each, and a search for players to look at or to add. */
export function RivalsPage() {
  const user = useUser()
  const refetchReads = useRefetch()
  const [search] = useSearchParams()
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    listRivalRecords,
    { query: { leaderboard: board, page: pageFrom(search.get('page')) } },
    { keepPrevious: true },
  )
  const { setRival, failure } = useRivalSwitch(() => void refetchReads([listRivalRecords]))
  const ids = new Set(user?.rivalUserIds)
  const rivals = data?.rivals.filter((rival) => ids.has(rival.user.id)) ?? []
  return (
    <div className="min-h-dvh">
      <PageHeading aside={<ActiveBoardToggle />}>Rivals</PageHeading>
      <section className="panel" aria-label="Rivals">
        <PlayerSearch rivalIds={ids} onChange={setRival} />
        {failure && <ErrorBanner className="m-4" {...failure} />}
        {!data ? (
          <UnloadedRows error={error} sentence="Failed to load rivals" onRetry={refetch} rows={6} />
        ) : ids.size === 0 ? (
          <Empty
            title="No rivals yet"
            text="Search for a player above and look at their profile, or add them right away. We'll highlight their scores for you."
          />
        ) : (
          <>
            <p className="mute border-b border-line px-4 py-2 text-xs">
              {ids.size} of {maxRivals} rivals
            </p>
            <ul>
              {rivals.map((rival) => (
                <RivalRow key={rival.user.id} rival={rival} onRemove={() => setRival(rival.user.id, false)} />
              ))}
            </ul>
            <Pagination meta={data.meta} />
          </>
        )}
      </section>
    </div>
  )
}
