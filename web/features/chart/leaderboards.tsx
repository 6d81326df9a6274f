import {
  type BoardAtDay,
  type ChartReigns,
  getBoardAtDay,
  getChartReigns,
  getCountryBoard,
  type Reign,
} from '@stepledger/contracts/http/boards.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { ActiveBoardToggle, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { atDay, DayPicker, dayFrom, dayOf, dayText, PastNote } from '../../parts/leaderboard/day-picker.tsx'
import {
  CountrySelect,
  NoCountry,
  NoRivals,
  PlayersToggle,
  usePlayersOfBoard,
} from '../../parts/leaderboard/players-of-board.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { counted, countText, timeFormats } from '../../ui/format.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Disclosure, Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Board } from './board.tsx'
import { gapTo, shareOfPage } from './places.tsx'
import { PlayerScores } from './player-scores.tsx'
import type { ChartReads } from './use-chart.ts'

interface Props extends Pick<ChartReads, 'boards' | 'firstPage' | 'places' | 'arrived'> {
  readonly hash: string
  readonly page: number
  /** Whether the chart has any plays, ranked or not. */
  readonly played: boolean
}

/** The active board of a chart among all, a country or rivals, now or at the day that the address names, and its past. */
export function Leaderboards({ hash, page, played, ...reads }: Props) {
  const [search] = useSearchParams()
  const [players] = usePlayersOfBoard()
  const day = players.of === 'all' ? dayFrom(search, new Date()) : null
  // Below the board of now only once that is loaded: it would move otherwise.
  const isLoaded = day !== null || (reads.boards.data !== undefined && !reads.places.isLoading)
  return (
    <Panel
      title="Leaderboards"
      aside={
        <>
          <PlayersToggle />
          <ActiveBoardToggle />
        </>
      }
    >
      {players.of === 'country' ? (
        players.code === null ? (
          <NoCountry />
        ) : (
          <CountryBoard hash={hash} code={players.code} page={page} />
        )
      ) : players.of === 'rivals' ? (
        <RivalBoard places={reads.places} />
      ) : day === null ? (
        <BoardOfNow played={played} {...reads} />
      ) : (
        <PastBoard hash={hash} day={day} page={page} />
      )}
      {played && players.of === 'all' && isLoaded && (
        <div className="border-t border-line print:hidden">
          <Disclosure title="History">
            {() => (
              <>
                {day === null && (
                  <div className="border-b border-line px-4 py-1.5">
                    <DayPicker day={null} label="The board on" />
                  </div>
                )}
                <Reigns hash={hash} />
              </>
            )}
          </Disclosure>
        </div>
      )}
    </Panel>
  )
}

function BoardOfNow({ boards, firstPage, places, arrived, played }: Omit<Props, 'hash' | 'page'>) {
  if (boards.data && !places.isLoading)
    return (
      <Board
        boards={boards.data.leaderboards}
        firstPage={firstPage}
        places={places.data?.places ?? []}
        played={played}
        arrived={new Set(arrived)}
      />
    )
  return (
    <UnloadedRows
      error={boards.error}
      sentence="Failed to load leaderboards"
      onRetry={boards.refetch}
      rows={8}
    />
  )
}

function Reigns({ hash }: { hash: string }) {
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getChartReigns,
    { params: { hash }, query: { leaderboard: board } },
    { keepPrevious: true },
  )
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the history" onRetry={refetch} rows={3} />
  return <ReignList data={data} />
}

function ReignList({ data: { reigns, total } }: { data: ChartReigns }) {
  const now = useNow()
  if (reigns.length === 0) return <p className="mute px-4 py-3">Nobody has been ranked yet.</p>
  return (
    <>
      <ol>
        {reigns.map((reign) => (
          <ReignRow key={reign.since} reign={reign} now={now} />
        ))}
      </ol>
      {total > reigns.length && (
        <p className="mute border-t border-line px-4 py-2 text-xs">
          The latest {countText(reigns.length)} of {countText(total)}.
        </p>
      )}
    </>
  )
}

function ReignRow({ reign, now }: { reign: Reign; now: number }) {
  const relationTo = useRelations()
  const relation = relationTo(reign.user.id)
  const raised = gapTo(reign.firstScore, reign.score)
  const ended = reign.until === null ? now : Date.parse(reign.until)
  return (
    <li className={`cardrow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 ${relation ?? ''}`}>
      <div className="min-w-0">
        <PlayerName player={reign.user} relation={relation} withAvatar />
        <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
          <span>{heldFor(Math.max(0, ended - Date.parse(reign.since)))}</span>
          <span className="whitespace-nowrap">
            <BoardOf time={reign.since} /> – {reign.until === null ? 'now' : <BoardOf time={reign.until} />}
          </span>
          {raised !== '' && <span>raised by {raised.replace('+', '')}</span>}
        </div>
      </div>
      <div className="flex items-center gap-2">
        <Grade grade={reign.grade} />
        <Link to={`/play/${reign.playId}`} className="hit w-20 text-right text-lg">
          <Score percent={reign.score} />
        </Link>
      </div>
    </li>
  )
}

/** A day, as a link to the board of that day; of today only the day. */
function BoardOf({ time }: { time: string }) {
  const [search] = useSearchParams()
  const moment = new Date(time)
  const address = atDay(search, dayOf(moment))
  const text = <time dateTime={time}>{timeFormats.day(moment)}</time>
  if (dayFrom(address, new Date()) === null) return text
  return (
    <Link className="hit link" to={{ search: address.toString() }} title="The board of that day">
      {text}
    </Link>
  )
}

function PastBoard({ hash, day, page }: { hash: string; day: string; page: number }) {
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

const minute = 60_000
const units = [
  { ms: 1440 * minute, one: 'day' },
  { ms: 60 * minute, one: 'hour' },
  { ms: minute, one: 'minute' },
] as const

/** How long a place was held, in the largest unit: "37 days", "1 hour", "under a minute". */
export function heldFor(ms: number): string {
  const unit = units.find((each) => ms >= each.ms)
  if (!unit) return 'under a minute'
  return counted(Math.floor(ms / unit.ms), unit.one)
}

interface CountryBoardProps {
  readonly hash: string
  /** Two letters. */
  readonly code: string
  readonly page: number
}

function CountryBoard({ hash, code, page }: CountryBoardProps) {
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

interface RivalBoardProps {
  /** The places of the viewer and the rivals among all; not read for visitors. */
  readonly places: ChartReads['places']
}

function RivalBoard({ places: { data, error, isLoading, refetch } }: RivalBoardProps) {
  const [board] = useActiveBoard()
  if (!data && (error || isLoading))
    return <UnloadedRows error={error} sentence="Failed to load the leaderboard" onRetry={refetch} />
  const place = entryOf(data?.places ?? [], board)
  const entries = [...(place?.own ? [place.own] : []), ...(place?.rivals ?? [])]
    .sort((a, b) => a.rank - b.rank)
    .map((entry, i) => ({ ...entry, rank: i + 1, rankOfAll: entry.rank }))
  if (entries.length === 0) return <NoRivals />
  return <RankedEntries entries={entries} label="Global" rankOf={({ rankOfAll }) => rankOfAll} />
}

type Entry = Omit<BoardAtDay['scores'][number], 'rankNow'>

interface RankedEntriesProps<Row extends Entry> {
  readonly entries: readonly Row[]
  /** Heading of the column in place of the gap. */
  readonly label: 'Now' | 'Global'
  /** The second rank of an entry; null: none. */
  readonly rankOf: (entry: Row) => number | null
}

/** Entries of a board with a second rank: now, or among all players. */
function RankedEntries<Row extends Entry>({ entries, label, rankOf }: RankedEntriesProps<Row>) {
  const relationTo = useRelations()
  // In wide panels the word is left to screen readers, as the column has it.
  const otherRank = (rank: number | null) => (
    <span className="whitespace-nowrap">
      <span className="@min-[44rem]/panel:sr-only">{label.toLowerCase()} </span>
      {rank === null ? '–' : `#${countText(rank)}`}
    </span>
  )
  return (
    <PlayerScores
      gap={label}
      scores={entries.map((row) => ({
        rank: row.rank,
        player: { id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl },
        relation: relationTo(row.userId),
        grade: row.grade,
        score: row.score,
        track: { share: shareOfPage(entries, row.score), gap: otherRank(rankOf(row)) },
        playId: row.playId,
        at: row.date,
      }))}
    />
  )
}
