import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'
import { Link } from 'react-router-dom'
import { boardLabels, entryOf } from '../../leaderboard/board-name.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly play: Play
  readonly board: BoardName
  /** Null while they are on their way. */
  readonly standings: readonly Standing[] | null
}

/** That a play counts, and what it means on the active board. The room is kept while the standing is on its way. */
export function Place({ play, board, standings }: Props) {
  const standing = standings && entryOf(standings, board)
  const chart = `/chart/${play.chart.hash}`
  return (
    <div className="flex gap-2.5">
      <Icon name="boards" className="mute mt-px" />
      <div className="min-w-0">
        <p className="font-bold">
          {standing ? `This play: ${whatItWas(standing)}` : 'Counts on the leaderboards'}
        </p>
        <p className="mute min-h-[1.125rem]">
          {standing && (
            <>
              Current best: {standing.best}%, #{standing.rank.toLocaleString('en')} of{' '}
              {standing.total.toLocaleString('en')} on{' '}
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

/** What the play was when it was played. `delta` is against the best before it. */
function whatItWas({ delta }: Standing): string {
  if (delta === null) return 'the first on this chart'
  const points = Number(delta)
  if (points > 0) return `new best at the time, ${delta}`
  return points === 0
    ? 'as good as the best before it'
    : `${delta.replace('-', '−')} against the best before it`
}
