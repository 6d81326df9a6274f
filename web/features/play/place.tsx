import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'
import { Link } from 'react-router-dom'
import { boardLabels, entryOf } from '../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly play: Play
  /** Null while loading. */
  readonly standings: readonly Standing[] | null
}

/** The play's rank on the active board. Reserves its space while loading. */
export function Place({ play, standings }: Props) {
  const [board] = useActiveBoard()
  const standing = standings && entryOf(standings, board)
  const isOwn = useRelations()(play.user.id) === 'own'
  const chart = `/chart/${play.chart.hash}`
  return (
    <div className="flex gap-2.5">
      <Icon name="boards" className="mute mt-px" />
      <div className="min-w-0">
        <p className="font-bold">
          {standing
            ? improvementText(standing, isOwn ? 'your' : `${play.user.alias}'s`)
            : 'Counts on the leaderboards'}
        </p>
        <p className="mute min-h-[1.125rem]">
          {standing && (
            <>
              Current best: {standing.best}%, #{countText(standing.rank)} of {countText(standing.total)} on{' '}
              <Link className="link" to={chart}>
                {boardLabels[board]}
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/** Compares the play with the player's previous best, by `delta`, when it was played. */
function improvementText({ delta }: Standing, whose: string): string {
  if (delta === null) return 'First play of this chart'
  const points = Number(delta)
  if (points > 0) return `New best at the time, ${delta}`
  return points === 0
    ? `Equal to ${whose} previous best`
    : `${delta.replace('-', '')} below ${whose} previous best`
}
