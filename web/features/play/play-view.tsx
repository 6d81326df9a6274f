import { getChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import { deletePlay, getPlay } from '@stepledger/contracts/http/plays.ts'
import type { PlayInCompetition } from '@stepledger/contracts/http/shapes/competition.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { Standing as Placed, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useCall, useRead } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { lateText } from '../../parts/competition/late-mark.tsx'
import { entryOf } from '../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { counted } from '../../ui/count-text.ts'
import { CallFailure, ErrorBanner } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { candidatesOf } from './compare/candidates.ts'
import { Comparison } from './compare/comparison.tsx'
import { ContextPanel } from './compare/context-panel.tsx'
import { ExplanationPanel } from './explanation/explanation-panel.tsx'
import { JudgmentsCard } from './judgments-card.tsx'
import { Place } from './place.tsx'
import { SidesPanel } from './sides/sides-panel.tsx'
import { Standing } from './standing.tsx'
import { SummaryCard } from './summary-card.tsx'
import { TimingPanel } from './timing/timing-panel.tsx'
import type { ScoresBefore } from './use-play.ts'

interface Props {
  readonly play: Play
  readonly standings: readonly Placed[] | null
  /** Plays around it on each board. */
  readonly context: readonly PlayContext[]
  /** The play's state in events with its chart. */
  readonly competitions: readonly PlayInCompetition[]
  readonly isWithdrawn: boolean
  /** The scores before a re-score while the page was open. */
  readonly before: ScoresBefore | null
  readonly onRetry: () => void
}

export function PlayView({ play, standings, context, competitions, isWithdrawn, before, onRetry }: Props) {
  const [board] = useActiveBoard()
  const user = useUser()
  const { places, chosen, other, error, choose } = useComparison(play)
  const compared = play.hasSteps && other?.hasSteps ? other : null
  const entry = entryOf(play.leaderboards, board) ?? play.leaderboards[0]
  if (!entry) return <ErrorBanner text="Failed to load play" detail="This play has no scores." />
  const maxJudgments = Math.max(...play.leaderboards.map(({ data }) => data.judgmentsOrdered.length))
  const changed = before?.scores.get(entry.leaderboard) ?? null
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <SummaryCard
          play={play}
          entry={entry}
          standing={
            <Standing
              play={play}
              isWithdrawn={isWithdrawn}
              before={changed === entry.data.score ? null : changed}
              wasProvisional={before?.provisional === true}
              place={<Place play={play} standings={standings} />}
            />
          }
        />
        <JudgmentsCard data={entry.data} rows={maxJudgments} fail={play.fail} />
      </div>
      {play.hasSteps ? (
        <TimingPanel play={play} windows={entry.data.windows} other={compared} />
      ) : (
        <StepsUnavailable onRetry={onRetry} />
      )}
      <ContextPanel
        candidates={candidatesOf(play, board, { context, places, viewer: user?.id ?? null })}
        chosen={chosen}
        error={error}
        onChoose={choose}
      />
      {compared && <Comparison play={play} other={compared} />}
      <SidesPanel play={play} windows={entry.data.windows} />
      {!isWithdrawn && <CompetitionsOfPlay play={play.id} competitions={competitions} />}
      {!isWithdrawn && <ExplanationPanel playId={play.id} />}
      {!isWithdrawn && user?.id === play.user.id && <DeletePlay playId={play.id} />}
    </>
  )
}

/** The button with which the player withdraws the play. */
function DeletePlay({ playId }: { playId: number }) {
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(deletePlay, { params: { id: String(playId) } }),
    onSuccess: async () => {
      await navigate('/user')
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'public' })
    },
  })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-3 md:mt-6">
      <CallFailure className="grow" error={remove.error} sentence="Failed to delete the play" />
      <ConfirmButton
        size="small"
        title="Delete this play?"
        text="It will be removed from every leaderboard and list for good. Submitting it again won't bring it back."
        action="Delete"
        onConfirm={() => remove.mutateAsync()}
      >
        Delete this play
      </ConfirmButton>
    </div>
  )
}

/** In place of the timing charts while the steps can't be read. */
function StepsUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel title="Timing" className="mt-4 md:mt-6">
      <ErrorBanner
        className="m-4"
        text="The steps can't be read right now"
        detail="They are stored, and appear here as soon as they can be read."
        onRetry={onRetry}
      />
    </Panel>
  )
}

/** The parameter of the address that names the other play. */
const parameter = 'vs'

/** The viewer's places on the chart, and the play of the same chart that the address compares with. */
function useComparison(play: Play) {
  const user = useUser()
  const [search, setSearch] = useSearchParams()
  const { hash } = play.chart
  const places = useRead(getChartPlaces, { params: { hash } }, { enabled: user !== null })
  const id = search.get(parameter) ?? ''
  const isChosen = numericIdText.safeParse(id).success && Number(id) !== play.id
  const read = useRead(getPlay, { params: { id } }, { enabled: isChosen })
  const other = isChosen && read.data?.chart.hash === hash ? read.data : null
  const choose = (playId: number | null) =>
    setSearch((now) => withParameters(now, { [parameter]: playId === null ? null : String(playId) }), {
      replace: true,
      preventScrollReset: true,
    })
  return {
    places: places.data?.places ?? [],
    chosen: isChosen ? Number(id) : null,
    other,
    error: isChosen ? read.error : null,
    choose,
  }
}

/** Whether the play counts in events with its chart: the points, or the reasons why not. */
function CompetitionsOfPlay({
  play,
  competitions,
}: {
  readonly play: number
  readonly competitions: readonly PlayInCompetition[]
}) {
  const [board] = useActiveBoard()
  const user = useUser()
  if (competitions.length === 0) return null
  return (
    <section className="panel mt-4 md:mt-6" aria-label="Events">
      <ul>
        {competitions.map((competition) => {
          const place = entryOf(competition.leaderboards, board)
          return (
            <li
              key={competition.slug}
              className="flex gap-2.5 border-b border-line px-4 py-3 text-sm last:border-0"
            >
              <Icon
                name={competition.counts ? 'check' : 'warn'}
                className={`mt-px ${competition.counts ? 'mute' : 'text-rival'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">
                  <Link
                    className="hover:underline"
                    to={`/event/${competition.slug}?round=${competition.round}`}
                  >
                    {competition.name}, {competition.roundName}
                  </Link>
                </p>
                <p className="mute">{competition.counts ? earned(place) : "Doesn't count:"}</p>
                {competition.late && <p className="mute">{lateText}.</p>}
                <ul className="mute">
                  {competition.reasons.map((reason) => (
                    <li key={reason.code}>{reason.text}</li>
                  ))}
                </ul>
              </div>
              {user !== null && competition.organisers.includes(user.id) && (
                <Link
                  className="btn btn-sm ml-auto h-10 flex-none md:h-8"
                  to={`/event/${competition.slug}/organise?play=${play}`}
                >
                  {competition.reasons.some(({ code }) => code === 'taken-out') ? 'Put back' : 'Take out'}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function earned(place: PlayInCompetition['leaderboards'][number] | undefined): string {
  if (!place) return 'Counts.'
  if (place.points === null || place.rank === null) return 'Counts, but this player has a better play.'
  return `${counted(place.points, 'point')} for place ${place.rank} on this chart.`
}
