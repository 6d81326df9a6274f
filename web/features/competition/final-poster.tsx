import {
  type CompetitionPage,
  type CompetitionPlayer,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName, isBlueShift } from '../../parts/competition/competition-name.tsx'
import { placeOf } from '../../parts/competition/place-cell.tsx'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { Winners } from './winners.tsx'

interface Props {
  readonly competition: CompetitionPage
  readonly closed: NonNullable<CompetitionPage['closed']>
  readonly own: CompetitionPlayer | null
}

/** The result of a closed event: its winners, the viewer's place, and how to verify it. */
export function FinalPoster({ competition, closed, own }: Props) {
  const [board] = useActiveBoard()
  const { data } = useRead(getCompetitionStandings, {
    params: { slug: competition.slug },
    query: { leaderboard: board },
  })
  const first = data?.rankings.slice(0, 3) ?? []
  const place = placeOf(own, 0, board)
  return (
    <section className="ev" aria-labelledby="event-name">
      <div className="grid gap-x-10 gap-y-5 p-4 md:p-6 lg:grid-cols-[1fr_29rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <h1 id="event-name" className="flex flex-wrap items-end gap-3">
            <CompetitionName name={competition.name} size="clamp(2rem, 1.6rem + 1.6vw, 2.75rem)" />
          </h1>
          <p className="mt-4 flex items-center gap-2 text-2xl font-extrabold font-stretch-semi-expanded">
            <Icon name="check" className="size-6" /> Final
          </p>
          <p className="mt-1 text-lg font-medium">
            Final since <Time at={closed.at} format="day" />
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <a className="btn btn-ev h-10" href="#standings">
              Full standings
            </a>
            {isBlueShift(competition.name) && (
              <Link className="btn btn-line h-10" to="/help#blue-shift">
                Rules
              </Link>
            )}
          </div>
        </div>
        <div className="ev-side lg:row-span-2">
          {competition.participants > 0 && <Winners rankings={first} place={place} />}
          <dl className="mt-3 grid grid-cols-2 text-sm">
            <Fact name="Players" value={countText(competition.participants)} />
            <Fact name="Scores" value={countText(closed.scores)} />
          </dl>
        </div>
        <Check closed={closed} />
      </div>
    </section>
  )
}

/** The ledger position and the checksum of the standings, folded away. */
function Check({ closed }: Pick<Props, 'closed'>) {
  const position = closed.position.reduce((sum, offset) => sum + offset, 0)
  return (
    <details className="ev-2 group self-end text-sm">
      <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-2 underline md:min-h-8 [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="group-open:rotate-180" /> Check these standings
      </summary>
      <p className="mt-1 max-w-[72ch]">
        The standings no longer change. Anyone can recompute them from the plays up to ledger position{' '}
        {countText(position)}: {countText(closed.scores)} scores, SHA-256{' '}
        <code className="break-all font-mono text-xs">{closed.digest}</code>.
      </p>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="ev-2">{name}</dt>
      <dd className="text-lg font-bold">{value}</dd>
    </div>
  )
}
