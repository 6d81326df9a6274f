import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { entryOf } from '../../parts/leaderboard/board-name.ts'

/** Neighbouring plays of one player. */
export interface Fold {
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
