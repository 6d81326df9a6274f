import {
  type FilteredStandings as Answer,
  getCountryStandings,
  getRivalStandings,
} from '@stepledger/contracts/http/country-boards.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../../api/use-call.ts'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { CountrySelect } from '../../parts/leaderboard/country-select.tsx'
import { NoCountry, NoRivals } from '../../parts/leaderboard/no-players-of-board.tsx'
import type { PlayersOfBoard } from '../../parts/leaderboard/players-of-board.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

interface Query {
  readonly round: number
  readonly leaderboard: string
  readonly page: number
}

interface Props {
  readonly slug: string
  readonly players: Exclude<PlayersOfBoard, { of: 'all' }>
  readonly query: Query
}

/** The standings among the players of a country, or among the viewer and the rivals. */
export function FilteredStandings({ slug, players, query }: Props) {
  const user = useUser()
  if (players.of === 'country')
    return players.code === null ? <NoCountry /> : <OfCountry slug={slug} code={players.code} query={query} />
  return user === null ? <NoRivals /> : <OfRivals slug={slug} query={query} />
}

function OfCountry({ slug, code, query }: { slug: string; code: string; query: Query }) {
  const read = useRead(getCountryStandings, { params: { slug, code }, query }, { keepPrevious: true })
  return (
    <>
      <CountrySelect code={code} name={read.data?.country?.name} players={read.data?.meta.total} />
      <Rankings read={read} />
    </>
  )
}

function OfRivals({ slug, query }: { slug: string; query: Query }) {
  return <Rankings read={useRead(getRivalStandings, { params: { slug }, query }, { keepPrevious: true })} />
}

function Rankings({ read: { data, error, refetch } }: { read: UseQueryResult<Answer> }) {
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load leaderboard" onRetry={refetch} rows={5} />
  if (data.meta.total === 0)
    return data.country ? (
      <Empty title="No scores yet" text={`Nobody from ${data.country.name} takes part yet.`} />
    ) : (
      <NoRivals />
    )
  return (
    <>
      <RankingsTable rankings={data.rankings} />
      <Pagination meta={data.meta} />
    </>
  )
}
