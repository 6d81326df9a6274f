import {
  type CompetitionPage,
  getCompetition,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { isBlueShift } from '../../parts/competition/competition-name.tsx'
import { daysOf, lengthOf } from '../../parts/competition/competition-times.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { counted } from '../../ui/count-text.ts'
import { Wordmark } from '../../ui/wordmark.tsx'

const liveRoutes = [listCompetitions, getCompetition]

/** The launch event: general rules, then the announced details. */
export function BlueShiftSection() {
  const { data: list, isPending } = useRead(listCompetitions, {})
  const slug = blueShiftOf(list?.events ?? [])?.slug ?? null
  const { data: competition, error } = useRead(
    getCompetition,
    { params: { slug: slug ?? '' } },
    { enabled: slug !== null },
  )
  useCompetitionTopic(slug, liveRoutes)
  return (
    <section aria-labelledby="blue-shift">
      <h2 id="blue-shift">Blue Shift</h2>
      <div className="ev mt-3 p-4">
        <Wordmark size="2.25rem" />
        <p className="ev-2 !mt-2">Beta. 9 weeks from early December, in three rounds of 3 weeks.</p>
      </div>
      <p>
        Every 3 weeks, 20 curated charts are announced. Set your best score on each of them before the round
        ends; the next round brings 20 new ones. There's nothing to sign up for: play any of the charts and
        you're in.
      </p>
      <p>
        Your rank on each chart earns points: the higher your rank, the more points. H.EX, EX and ITG are
        ranked separately. Your points from all charts and rounds add up on the{' '}
        <Link to="/leaderboards/overall">overall leaderboard</Link>; your profile shows what each chart earned
        you. Tied scores share the same rank and points.
      </p>
      <p>Failed plays are accepted here and graded F. Otherwise the usual leaderboard rules apply.</p>
      {competition ? (
        <Announced competition={competition} />
      ) : (
        !error && (isPending || slug !== null) && <AnnouncedSkeleton />
      )}
    </section>
  )
}

/** The announced details, which may still change. */
function Announced({ competition }: { competition: CompetitionPage }) {
  const { rounds, graceSeconds, closed } = competition
  return (
    <>
      <h3>{competition.name}</h3>
      <ul>
        {rounds.map((round) => (
          <li key={round.start}>
            <b className="font-semibold">{round.name}</b>: {daysOf(round)},{' '}
            {round.charts.length === 0 ? 'charts to be announced' : counted(round.charts.length, 'chart')}
            {round.phase === 'running' && ', running now'}
          </li>
        ))}
      </ul>
      <p>
        {competition.pointsSystem.description}{' '}
        {competition.failedPlaysCount ? 'Failed plays count.' : 'Only passed plays count.'}{' '}
        {graceSeconds > 0 &&
          `Plays that couldn't be sent in time still count if they arrive within ${lengthOf(graceSeconds * 1_000)} after the end of the round. `}
        {closed && 'The standings are final. '}
        <Link to={`/event/${competition.slug}`}>Charts and standings</Link>
      </p>
    </>
  )
}

function AnnouncedSkeleton() {
  return (
    <div className="skeleton mt-3 h-77 sm:h-62 lg:h-56">
      <span className="sr-only">Loading…</span>
    </div>
  )
}

/** The Blue Shift event of the help page: the running one, else the next, else the last. `competitions`: latest first. */
function blueShiftOf(competitions: readonly CompetitionSummary[]): CompetitionSummary | null {
  const known = competitions.filter(({ name }) => isBlueShift(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
