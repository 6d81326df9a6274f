import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ChartPlace } from '@stepledger/contracts/http/boards.ts'
import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { BoardPlay, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import { entryOf } from '../../../parts/leaderboard/board-name.ts'
import { Gap } from '../../../parts/rivals/common-charts.tsx'
import { useRelations } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { CallFailure } from '../../../ui/error-banner.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RelationMark } from '../../../ui/player-name.tsx'
import { Score } from '../../../ui/score.tsx'

interface Props {
  readonly candidates: readonly Candidate[]
  /** The id of the play that is compared with; null for none. */
  readonly chosen: number | null
  readonly error: Error | null
  readonly onChoose: (playId: number | null) => void
}

/** The plays around this one, each with its gap. A press compares with it, another ends the comparison. */
export function ContextPanel({ candidates, chosen, error, onChoose }: Props) {
  const relationTo = useRelations()
  if (candidates.length === 0) return null
  return (
    <Panel
      title="Compare With"
      className="mt-4 md:mt-6"
      aside={
        chosen !== null && (
          <Button size="small" onClick={() => onChoose(null)}>
            End comparison
          </Button>
        )
      }
    >
      <ul className="cellgrid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))]">
        {candidates.map(({ playId, label, user, score, gap }) => {
          const relation = relationTo(user.id)
          const isChosen = playId === chosen
          return (
            <li key={playId} className="p-0">
              <button
                type="button"
                aria-pressed={isChosen}
                className={`grid size-full cursor-pointer content-start gap-0.5 px-4 py-2.5 text-left hover:bg-base-content/6 focus-visible:-outline-offset-3 aria-pressed:bg-primary/10 aria-pressed:shadow-[inset_0_-3px_0_var(--color-primary)] ${relation ?? ''}`}
                onClick={() => onChoose(isChosen ? null : playId)}
              >
                <span className="mute text-xs">{label}</span>
                <span className="flex min-w-0 items-center gap-1.5 font-semibold">
                  <span className="truncate" title={user.alias}>
                    {user.alias}
                  </span>
                  <RelationMark relation={relation} />
                </span>
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Score percent={score} />
                  <Gap gap={gap} isRival={relation === 'rival'} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <CallFailure className="m-4" error={error} sentence="Failed to load the other play" />
    </Panel>
  )
}

/** A play to compare with. `gap`: the shown play's score minus its own, percentage points: `-2.16`. */
interface Candidate extends BoardPlay {
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
