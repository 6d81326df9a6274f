import { entryOf } from '../../../parts/leaderboard/board-name.ts'
import { NoRivals } from '../../../parts/leaderboard/no-players-of-board.tsx'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { RankedEntries } from '../ranked-entries.tsx'
import type { ChartReads } from '../use-chart.ts'

interface Props {
  /** The places of the viewer and the rivals among all; not read for visitors. */
  readonly places: ChartReads['places']
}

/** The active board among the viewer and the rivals. */
export function RivalBoard({ places: { data, error, isLoading, refetch } }: Props) {
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
