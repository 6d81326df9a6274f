import { useSearchParams } from 'react-router-dom'
import { dayFrom } from '../../leaderboard/day-of-board.ts'
import { DayPicker } from '../../leaderboard/day-picker.tsx'
import { NoCountry } from '../../leaderboard/no-players-of-board.tsx'
import { usePlayersOfBoard } from '../../leaderboard/players-of-board.ts'
import { PlayersToggle } from '../../leaderboard/players-toggle.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { Board } from './board.tsx'
import { PastBoard } from './history/past-board.tsx'
import { ReignsDisclosure } from './history/reigns.tsx'
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
        <div className="border-t border-line">
          {day === null && (
            <div className="mute flex min-h-12 items-center border-b border-line px-4 py-1.5 print:hidden">
              <DayPicker day={null} label="The board as of" />
            </div>
          )}
          <ReignsDisclosure hash={hash} />
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
