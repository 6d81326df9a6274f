import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useState } from 'react'
import type { RowKey } from '../../live/arrivals.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { RecentPlays } from '../../ui/recent-plays.tsx'
import { foldPlays } from './fold-plays.ts'

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly fresh: ReadonlySet<RowKey>
}

const rowsShown = 10

/** The latest plays. Neighbouring ones of a player are one row, the best of them, until it is opened. */
export function HomeScores({ plays, fresh }: Props) {
  const [board] = useActiveBoard()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const folds = foldPlays(plays, board).slice(0, rowsShown)
  const closed = folds.filter(({ id }) => !opened.has(id))
  const arrived = closed.filter((fold) => fold.plays.some(({ playId }) => fresh.has(playId)))
  return (
    <RecentPlays
      plays={folds.flatMap((fold) => (opened.has(fold.id) ? fold.plays : [fold.best]))}
      fresh={new Set([...fresh, ...arrived.map(({ best }) => best.playId)])}
      timeLabel="Time"
      beside={(play) => {
        const fold = closed.find(({ best }) => best.playId === play.playId)
        if (!fold || fold.plays.length === 1) return null
        return (
          <button
            type="button"
            className="hit link block shrink-0 text-xs"
            onClick={() => setOpened((now) => new Set([...now, fold.id]))}
          >
            +{fold.plays.length - 1} more<span className="sr-only"> plays of {play.user.alias}</span>
          </button>
        )
      }}
    />
  )
}
