import {
  type FilteredStandings as Answer,
  getCountryStandings,
  getRivalStandings,
} from '@stepledger/contracts/http/boards.ts'
import {
  type CompetitionPage,
  type CompetitionPlayer,
  getCompetitionStandings,
  standingsPageSize,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { LateLegend } from '../../parts/competition/late-mark.tsx'
import { OwnPlace } from '../../parts/competition/own-place.tsx'
import { placeOf } from '../../parts/competition/place-cell.tsx'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { ActiveBoardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { dayFrom } from '../../parts/leaderboard/day-picker.tsx'
import {
  CountrySelect,
  NoCountry,
  NoRivals,
  type PlayersOfBoard,
  PlayersToggle,
  usePlayersOfBoard,
} from '../../parts/leaderboard/players-of-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Pagination, pageFrom } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'
import { PastStandings, StandingsDayPicker } from './past-standings.tsx'

interface Props {
  readonly competition: Pick<CompetitionSummary, 'slug' | 'start'>
  /** 0 for the whole event. */
  readonly round: number
  /** The number of players in it. */
  readonly participants: number
  readonly own: CompetitionPlayer | null
}

/** The height of a page with this many rows and its header, rem; prevents a layout shift. */
const heightFor = (participants: number) => Math.min(60, 2.5 + 2.25 * participants)

/** The height of the legend, rem. */
const legendHeight = 2.25

/** The standings of an event or of a round, among all, a country or rivals. */
export function Standings({ competition, ...shown }: Props & { readonly competition: CompetitionPage }) {
  const { round, participants } = shown
  const [board] = useActiveBoard()
  const [search] = useSearchParams()
  const [players] = usePlayersOfBoard()
  const now = Date.now()
  const mayBeLate =
    competition.graceSeconds > 0 &&
    competition.rounds.some(({ end }, i) => (round === 0 || round === i + 1) && Date.parse(end) <= now)
  const minHeightRem = heightFor(participants) + (mayBeLate ? legendHeight : 0)
  const isPast = players.of === 'all' && dayFrom(search, new Date()) !== null
  return (
    <Panel
      title="Standings"
      aside={
        <>
          <PlayersToggle />
          <ActiveBoardToggle />
        </>
      }
    >
      <div
        id="standings"
        className="scroll-mt-16"
        style={{ minHeight: isPast ? undefined : `${minHeightRem}rem` }}
      >
        {players.of === 'all' ? (
          <StandingsOfAll competition={competition} {...shown} />
        ) : (
          <FilteredStandings
            slug={competition.slug}
            players={players}
            query={{ round, leaderboard: board, page: pageFrom(search.get('page')) }}
          />
        )}
      </div>
    </Panel>
  )
}

/**
 * The standings of everybody, 25 per page, now or at the day that the address names. The viewer's place is pinned while
 * its row is on another page.
 */
export function StandingsOfAll({ competition, round, participants, own }: Props) {
  const [board] = useActiveBoard()
  const [search] = useSearchParams()
  const page = pageFrom(search.get('page'))
  const day = dayFrom(search, new Date())
  const query = { round, leaderboard: board, page }
  const { data, error, refetch } = useRead(
    getCompetitionStandings,
    { params: { slug: competition.slug }, query },
    { keepPrevious: true, enabled: day === null },
  )
  if (day !== null)
    return <PastStandings competition={competition} day={day} participants={participants} query={query} />
  if (!data)
    return (
      <UnloadedRows
        error={error}
        sentence="Failed to load leaderboard"
        onRetry={refetch}
        rows={Math.min(standingsPageSize, Math.max(5, participants))}
      />
    )
  return (
    <>
      <OwnPlace
        place={placeOf(own, round, board)}
        rows={data.rankings.map(({ userId }) => userId)}
        page={page}
      />
      {data.rankings.length === 0 && data.meta.total === 0 ? (
        <Empty title="No leaderboard data available" />
      ) : (
        <RankingsTable rankings={data.rankings} />
      )}
      {data.rankings.some(({ late }) => late) && <LateLegend className="h-9 border-t border-line" />}
      <Pagination meta={{ ...data.meta, page }} />
      <StandingsDayPicker competition={competition} />
    </>
  )
}

interface Query {
  readonly round: number
  readonly leaderboard: string
  readonly page: number
}

interface FilteredStandingsProps {
  readonly slug: string
  readonly players: Exclude<PlayersOfBoard, { of: 'all' }>
  readonly query: Query
}

/** The standings among the players of a country, or among the viewer and the rivals. */
function FilteredStandings({ slug, players, query }: FilteredStandingsProps) {
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
