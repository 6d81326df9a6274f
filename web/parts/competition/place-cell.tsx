import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { counted, countText } from '../../ui/format.tsx'
import { entryOf } from '../leaderboard/active-board.tsx'

interface Props {
  /** Undefined: unranked on this board. */
  readonly place: CompetitionPlayer['places'][number] | undefined
  /** The number of charts of the round; left out where there are several rounds. */
  readonly of?: number
}

/** A player's rank, points and charts on one board of an event. */
export function PlaceCell({ place, of = 0 }: Props) {
  const played = place?.chartsPlayed ?? 0
  return (
    <>
      <span className="text-xl font-extrabold font-stretch-semi-expanded md:text-2xl">
        {place ? `#${place.rank}` : '–'}
      </span>
      <span className="whitespace-nowrap text-xs md:text-sm">
        <b className="font-semibold">{countText(place?.totalPoints ?? 0)}</b>{' '}
        <span className="mute">points</span>
      </span>
      <span className="mute whitespace-nowrap text-2xs md:text-xs">
        {of === 0 ? counted(played, 'chart') : `${played} of ${counted(of, 'chart')}`}
      </span>
    </>
  )
}

/** A player's place on a board of a round; 0 is the whole event. */
export function placeOf(player: CompetitionPlayer | null | undefined, round: number, board: BoardName) {
  return entryOf(player?.places.filter((place) => place.round === round) ?? [], board)
}
