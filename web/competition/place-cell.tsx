import type { CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { pointsText } from './rankings-table.tsx'

interface Props {
  /** Undefined: unranked on this board. */
  readonly place: CompetitionPlayer['places'][number] | undefined
  /** The unit after the number of counted charts: "charts", "of 20 charts". */
  readonly charts: string
}

/** A player's rank, points and charts on one board of an event. */
export function PlaceCell({ place, charts }: Props) {
  return (
    <>
      <span className="text-xl font-extrabold font-stretch-semi-expanded md:text-2xl">
        {place ? `#${place.rank}` : '–'}
      </span>
      <span className="whitespace-nowrap text-xs md:text-sm">
        <b className="font-semibold">{pointsText(place?.totalPoints ?? 0)}</b>{' '}
        <span className="mute">points</span>
      </span>
      <span className="mute whitespace-nowrap text-2xs md:text-xs">
        {place?.chartsPlayed ?? 0} {charts}
      </span>
    </>
  )
}
