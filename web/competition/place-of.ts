import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { entryOf } from '../leaderboard/board-name.ts'

/** A player's place on a board of a round; 0 is the whole event. */
export function placeOf(player: CompetitionPlayer | null | undefined, round: number, board: BoardName) {
  return entryOf(player?.places.filter((place) => place.round === round) ?? [], board)
}
