import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useState } from 'react'
import type { RowKey } from '../../live/live-list.tsx'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'

const rowsShown = 10

/** The latest plays. Neighbouring ones of a player are one row, the best of them, until it is opened. */
export function HomeScores({ plays, fresh }: { plays: readonly RecentPlay[]; fresh: ReadonlySet<RowKey> }) {
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

interface Fold {
  /** Stays the same when later plays of the player are added. */
  readonly id: number
  /** The best of them on the board; an unranked one only without a ranked one. */
  readonly best: RecentPlay
  /** Newest first. */
  readonly plays: readonly RecentPlay[]
}

export function foldPlays(plays: readonly RecentPlay[], board: BoardName): Fold[] {
  const folds: Fold[] = []
  for (const play of plays) {
    const last = folds.at(-1)
    if (last?.best.user.id !== play.user.id) folds.push({ id: play.playId, best: play, plays: [play] })
    else
      folds[folds.length - 1] = {
        id: play.playId,
        best: isBetter(play, last.best, board) ? play : last.best,
        plays: [...last.plays, play],
      }
  }
  return folds
}

function isBetter(play: RecentPlay, than: RecentPlay, board: BoardName): boolean {
  const scoreOf = ({ leaderboards }: RecentPlay) => Number(entryOf(leaderboards, board)?.data.score ?? -1)
  return play.eligible === than.eligible ? scoreOf(play) > scoreOf(than) : play.eligible
}
