import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ChartPlace } from '@stepledger/contracts/http/chart-places.ts'
import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { BoardPlay, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import { entryOf } from '../../../parts/leaderboard/board-name.ts'

/** A play to compare with. `gap`: the shown play's score minus its own, percentage points: `-2.16`. */
export interface Candidate extends BoardPlay {
  readonly label: string
  readonly gap: string
}

interface Around {
  readonly context: readonly PlayContext[]
  /** The viewer on the boards of the chart; empty for visitors. */
  readonly places: readonly ChartPlace[]
  readonly viewer: string | null
}

const playOf = (entry: LeaderboardEntry): BoardPlay => ({
  playId: entry.playId,
  score: entry.score,
  user: { id: entry.userId, alias: entry.alias, profileImageUrl: entry.profileImageUrl },
  at: entry.date,
})

/** The rival whose rank is nearest to the viewer's, else the best one. */
function nearestRival({ own, rivals }: ChartPlace): LeaderboardEntry | undefined {
  if (own === null) return rivals[0]
  return rivals.toSorted((a, b) => Math.abs(a.rank - own.rank) - Math.abs(b.rank - own.rank))[0]
}

/** The plays around a play on one board, each once, without the play itself. */
export function candidatesOf(play: Play, board: BoardName, { context, places, viewer }: Around): Candidate[] {
  const score = Number(entryOf(play.leaderboards, board)?.data.score ?? 0)
  const around = entryOf(context, board)
  const place = entryOf(places, board)
  const rival = place && nearestRival(place)
  const isOwn = viewer === play.user.id
  const named: readonly (readonly [string, BoardPlay | null | undefined])[] = [
    [isOwn ? 'My best before' : 'Best before', around?.previous],
    ['My best', place?.own && playOf(place.own)],
    ['Next above', around?.next],
    ['Nearest rival', rival && playOf(rival)],
    ['First place', around?.first],
  ]
  const seen = new Set([play.id])
  return named.flatMap(([label, candidate]) => {
    if (!candidate || seen.has(candidate.playId)) return []
    seen.add(candidate.playId)
    return [{ ...candidate, label, gap: (score - Number(candidate.score)).toFixed(2) }]
  })
}
