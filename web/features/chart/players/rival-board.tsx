import type { ChartPlace } from '@stepledger/contracts/http/chart-places.ts'
import { NoRivals } from '../../../leaderboard/no-players-of-board.tsx'
import { EntriesAmong } from './entries-among.tsx'

/** The active board among the viewer and the rivals, from their places among all. */
export function RivalBoard({ place }: { place: ChartPlace | undefined }) {
  const entries = [...(place?.own ? [place.own] : []), ...(place?.rivals ?? [])].sort(
    (a, b) => a.rank - b.rank,
  )
  if (entries.length === 0) return <NoRivals />
  return (
    <EntriesAmong entries={entries.map((entry, i) => ({ ...entry, rank: i + 1, rankOfAll: entry.rank }))} />
  )
}
