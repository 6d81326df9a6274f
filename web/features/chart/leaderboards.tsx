import { type ChartReigns, getChartReigns, type Reign } from '@stepledger/contracts/http/board-history.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { atDay, dayFrom, dayOf } from '../../parts/leaderboard/day-of-board.ts'
import { DayPicker } from '../../parts/leaderboard/day-picker.tsx'
import { NoCountry } from '../../parts/leaderboard/no-players-of-board.tsx'
import { usePlayersOfBoard } from '../../parts/leaderboard/players-of-board.ts'
import { PlayersToggle } from '../../parts/leaderboard/players-toggle.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { countText } from '../../ui/count-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { timeFormats } from '../../ui/format-time.ts'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Board } from './board.tsx'
import { gapTo } from './board-scale.ts'
import { heldFor } from './history/held-for.ts'
import { PastBoard } from './history/past-board.tsx'
import { CountryBoard } from './players/country-board.tsx'
import { RivalBoard } from './players/rival-board.tsx'
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

/** Who held the first place of the active board, from when to when. */
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
    <Link
      className="hit link"
      to={{ search: address.toString() }}
      preventScrollReset
      title="The board of that day"
    >
      {text}
    </Link>
  )
}
