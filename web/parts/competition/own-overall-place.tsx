import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { useActiveBoard } from '../leaderboard/use-active-board.ts'
import { OwnPlace } from './own-place.tsx'
import { placeOf } from './place-cell.tsx'

/** The height of a place with its next one, reserved while it loads: prevents a layout shift. */
const placeHeight = 'min-h-[3.9375rem]'

interface Props {
  readonly competition: Pick<CompetitionSummary, 'slug' | 'phase'>
  /** The user ids of the rows below. */
  readonly rows: readonly string[]
}

/** The viewer's overall place in an event. Renders nothing for visitors and for those who are among the rows. */
export function OwnOverallPlace({ competition: { slug, phase }, rows }: Props) {
  const [board] = useActiveBoard()
  const user = useUser()
  const shown = user !== null && !rows.includes(user.id)
  const { data, error } = useRead(
    getCompetitionPlayer,
    { params: { slug, id: user?.id ?? '' } },
    { enabled: shown },
  )
  if (!shown || error) return null
  if (!data) return <div className={`border-b border-line ${placeHeight}`} />
  const place = placeOf(data, 0, board)
  return place ? (
    <div className={placeHeight}>
      <OwnPlace place={place} rows={rows} />
    </div>
  ) : (
    <p className={`mute flex items-center border-b border-line px-4 py-2 text-sm ${placeHeight}`}>
      {phase === 'over' ? "You didn't take part." : "You haven't played an event chart yet."}
    </p>
  )
}
