import { competitionSlug } from '@stepledger/contracts/competition/competition-document.ts'
import { getCountryStandings, getRivalStandings } from '@stepledger/contracts/http/boards.ts'
import {
  type CompetitionPage as Competition,
  type CompetitionPlayer,
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import { getParticipation, type OwnParticipation } from '@stepledger/contracts/http/participation.ts'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { PlaceCell, placeOf } from '../../parts/competition/place-cell.tsx'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { LeaderboardCells, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useIsVisitor, useLoginState, useRelations, useUser } from '../../sign-in/use-session.ts'
import { counted, Time } from '../../ui/format.tsx'
import { LoadingPage, NotFound, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { RelationMark } from '../../ui/player-name.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { CompetitionPoster, FinalPoster } from './posters.tsx'
import { RacePanel } from './race/race-panel.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { RoundCharts } from './round-charts.tsx'
import { Standings } from './standings.tsx'
import { hasParticipants, TakingPart } from './taking-part.tsx'

const liveRoutes = [
  getCompetition,
  getCompetitionStandings,
  getCompetitionPlayer,
  getCompetitionRace,
  getCountryStandings,
  getRivalStandings,
  getParticipation,
]

/** An event: the viewer's places, the charts of a round, the standings and the race. */
export function CompetitionPage() {
  const { slug = '' } = useParams()
  const known = competitionSlug.safeParse(slug).success
  const read = useRead(getCompetition, { params: { slug } }, { enabled: known })
  const { data } = read
  useDocumentTitle(data?.name ?? null)
  useCompetitionTopic(data ? slug : null, liveRoutes)
  const user = useUser()
  const signedIn = user !== null
  const mine = useRead(
    getCompetitionPlayer,
    { params: { slug, id: user?.id ?? '' } },
    { enabled: known && signedIn },
  )
  const participation = useRead(
    getParticipation,
    { params: { slug } },
    { enabled: signedIn && data !== undefined && hasParticipants(data) },
  )
  // Waits for what is about the viewer too, which prevents a layout shift.
  if (data && !(signedIn && mine.isPending) && !participation.isLoading)
    return (
      <KnownCompetition
        key={slug}
        competition={data}
        own={signedIn ? (mine.data ?? null) : null}
        participation={signedIn ? (participation.data ?? null) : null}
      />
    )
  const missing = (
    <NotFound
      title="Event not found"
      text="There's no event at this address."
      way={{ to: '/events', words: 'All events' }}
    />
  )
  if (!known) return missing
  return (
    <UnloadedPage
      name="Event"
      read={read}
      loading={<LoadingPage />}
      missing={missing}
      sentence="Failed to load event"
    />
  )
}

interface KnownProps {
  readonly competition: Competition
  readonly own: CompetitionPlayer | null
  readonly participation: OwnParticipation | null
}

function KnownCompetition({ competition, own, participation }: KnownProps) {
  const [round, chooseRound] = useRound(competition)
  const participants =
    round === 0 ? competition.participants : (competition.rounds[round - 1]?.participants ?? 0)
  return (
    <div className="min-h-dvh">
      {competition.closed ? (
        <FinalPoster competition={competition} own={own} closed={competition.closed} />
      ) : (
        <CompetitionPoster competition={competition} />
      )}
      <TakingPart competition={competition} participation={participation} />
      <div className="mt-4 flex flex-wrap items-center gap-3 md:mt-6">
        <RadioButtons
          label="Round"
          className="lb tabs max-w-full overflow-x-auto"
          value={String(round)}
          onChange={(value) => chooseRound(Number(value))}
          choices={[
            ...competition.rounds.map(({ name }, i) => ({
              value: String(i + 1),
              className: 'plain',
              content: name,
            })),
            { value: '0', className: 'plain', content: 'Overall' },
          ]}
        />
        <span className="mute text-sm md:ml-auto">
          {competition.generatedAt && (
            <>
              As of <Time at={competition.generatedAt} /> ·{' '}
            </>
          )}
          {counted(participants, 'player')}
        </span>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <MyPlaces competition={competition} round={round} own={own} />
          {/* Plays of those who don't take part don't count, so it doesn't say which charts they have not played. */}
          <RoundCharts
            competition={competition}
            round={round}
            own={participation?.takesPart === false ? null : own}
          />
        </div>
        <Standings
          key={round}
          competition={competition}
          round={round}
          participants={participants}
          own={own}
        />
      </div>
      {participants > 0 && <RacePanel competition={competition} round={round} />}
      <ResultsPanel competition={competition} round={round} />
      <HistoryPanel slug={competition.slug} />
    </div>
  )
}

/** The selected round, 0 for the whole event, kept in the URL. Default: the current round, or all after the end. */
function useRound(competition: Competition): [number, (round: number) => void] {
  const [search, setSearch] = useSearchParams()
  const parameter = search.get('round')
  const now = competition.rounds.findIndex(({ phase }) => phase !== 'over')
  const number = parameter === null ? Number.NaN : Number(parameter)
  const round =
    Number.isInteger(number) && number >= 0 && number <= competition.rounds.length ? number : now + 1
  const choose = (next: number) =>
    setSearch((old) => withParameters(old, { page: null, round: String(next) }), {
      replace: true,
    })
  return [round, choose]
}

interface Props {
  readonly competition: Competition
  /** 0 for the whole event. */
  readonly round: number
  readonly own: CompetitionPlayer | null
}

/** The viewer's place on each board and who passed them since yesterday. The cells switch the board of the page. */
function MyPlaces({ competition, round, own }: Props) {
  const isVisitor = useIsVisitor()
  const loginState = useLoginState()
  const charts =
    round === 0
      ? competition.rounds.reduce((sum, { charts }) => sum + charts.length, 0)
      : (competition.rounds[round - 1]?.charts.length ?? 0)
  if (isVisitor)
    return (
      <section className="panel" aria-label="My places">
        <p className="mute px-4 py-3 text-sm">
          <Link className="link" to="/login" state={loginState}>
            Sign in
          </Link>{' '}
          to see your own place and points.
        </p>
      </section>
    )
  return (
    <section className="panel" aria-label="My places">
      <LeaderboardCells content={(name) => <PlaceCell place={placeOf(own, round, name)} of={charts} />} />
      {competition.phase === 'running' && <Passed own={own} round={round} />}
    </section>
  )
}

function Passed({ own, round }: Pick<Props, 'own' | 'round'>) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const passed = (own?.passed ?? [])
    .filter((entry) => entry.leaderboard === board && (round === 0 || entry.round === round))
    .slice(0, 5)
  if (passed.length === 0) return null
  return (
    <div className="border-t border-line px-4 py-3">
      <h2 className="text-sm font-semibold">Passed you since yesterday</h2>
      <ul className="mt-1.5">
        {passed.map((entry) => {
          const relation = relationTo(entry.user.id)
          return (
            <li
              key={`${entry.user.id} ${entry.round} ${entry.chartHash}`}
              className="flex min-w-0 items-baseline gap-2 py-1"
            >
              <span className="min-w-0 grow truncate">
                <Link
                  to={`/user/${entry.user.id}`}
                  className={`inline-flex items-center gap-1.5 font-semibold hover:underline ${relation === 'rival' ? 'ic-rival' : ''}`}
                >
                  {entry.user.alias}
                  <RelationMark relation={relation} />
                </Link>{' '}
                <span className="mute">on</span>{' '}
                <Link className="hover:underline" to={`/chart/${entry.chartHash}`}>
                  {entry.title}
                </Link>
              </span>
              <span className="mute whitespace-nowrap text-sm max-sm:hidden">
                {entry.score}%, you have {entry.ownScore}%
              </span>
              <span className="w-12 text-right font-semibold">−{entry.lost}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
