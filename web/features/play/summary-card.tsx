import type { Play, PlayScore } from '@stepledger/contracts/http/shapes/play.ts'
import type { Standing as Placed } from '@stepledger/contracts/http/shapes/standing.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  boardLabels,
  entryOf,
  LeaderboardCells,
  useActiveBoard,
} from '../../parts/leaderboard/active-board.tsx'
import { isOldModule, withoutConsequences } from '../../parts/plays/ranking-reasons.ts'
import { ShareButton } from '../../parts/share/share-button.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty, stepsTypeLabel } from '../../ui/difficulty.tsx'
import { countText, Time } from '../../ui/format.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'

interface Props {
  readonly play: Play
  readonly entry: PlayScore
  /** Null while loading. */
  readonly standings: readonly Placed[] | null
  readonly isWithdrawn: boolean
  /** The scores before a re-score while the page was open. */
  readonly before: ScoresBefore | null
}

/** Player, chart, time and score; the cells below switch the board of the whole page. */
export function SummaryCard(props: Props) {
  const { play, entry } = props
  const [board] = useActiveBoard()
  const { user, chart } = play
  const relation = useRelations()(user.id)
  return (
    <section className="panel flex flex-col" aria-labelledby="play-title">
      <div className="panel-head">
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 font-semibold">
            <PlayerName player={user} relation={relation} withAvatar />
          </span>
          <Time at={play.createdAt} format="whole" className="mute text-sm" />
        </div>
        <Link className="btn btn-sm h-10 md:h-8" to={`/session/${play.id}`}>
          Session
        </Link>
        <ShareButton
          title={`${user.alias} on ${titleOrUnknown(chart.title)}: ${entry.data.score}%`}
          picture={`/picture/play/${play.id}.png?lb=${board}`}
          page={`/play/${play.id}?lb=${board}`}
          fileName={`play-${play.id}`}
        />
      </div>
      <div className="pad flex flex-col gap-4 sm:flex-row">
        <Link
          to={`/chart/${chart.hash}`}
          className="block w-full shrink-0 self-start sm:w-72 lg:w-56 xl:w-72"
          tabIndex={-1}
          aria-hidden="true"
        >
          <Banner hash={chart.hash} source={chart} size="page" />
        </Link>
        <div className="min-w-0">
          <h1
            id="play-title"
            className="line-clamp-3 text-2xl font-extrabold font-stretch-semi-expanded break-words"
          >
            <Link to={`/chart/${chart.hash}`} className="hover:underline hover:decoration-primary">
              {titleOrUnknown(chart.title)}
            </Link>
          </h1>
          <p className="mute line-clamp-2 text-lg break-words">{artistOrUnknown(chart.artist)}</p>
          <ChartLine play={play} />
        </div>
      </div>
      <div className="mt-auto grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-4 pt-2 pb-4 md:gap-x-6">
        <Grade grade={entry.data.grade} size="play" ranked={play.eligible} />
        <BigScore percent={entry.data.score} />
      </div>
      <Standing {...props} />
      <div className="border-t border-line">
        <LeaderboardCells
          content={(name) => {
            const score = entryOf(play.leaderboards, name)?.data.score
            return (
              <span className="text-xl font-bold @max-[19rem]/panel:text-lg">
                {score === undefined ? <span className="mute">–</span> : <Score percent={score} />}
              </span>
            )
          }}
        />
      </div>
    </section>
  )
}

/** 76 px (52 on a phone), scaled down where 100.00 would not fit. */
function BigScore({ percent }: { percent: string }) {
  const size =
    percent.length > 5
      ? 'text-[min(3.25rem,21cqw)] md:text-[min(4.75rem,21cqw)]'
      : 'text-[min(3.25rem,25.1cqw)] md:text-[min(4.75rem,25.1cqw)]'
  return (
    <div className="@container flex h-[3.25rem] items-center md:h-[4.75rem]">
      <p className={`leading-none font-extrabold font-stretch-expanded tracking-[-0.01em] ${size}`}>
        {percent}
        <span className="mute text-[0.5em] font-semibold tracking-normal">%</span>
      </p>
    </div>
  )
}

/** Difficulty and steps type; below, how it was played and where the chart is from: "C560 · 1.0× · 35% mini · …". */
function ChartLine({ play: { chart, rate, speed, modifiers, pack, stepartist } }: { play: Play }) {
  const stepsType = stepsTypeLabel(chart.stepsType)
  const words = [speed, rate === null ? null : rateText(rate), ...modifiers, pack, stepartist]
  return (
    <>
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
        {stepsType !== null && <span className="mute">{stepsType}</span>}
      </div>
      <p className="mute mt-2 line-clamp-3 text-sm break-words">{words.filter(Boolean).join(' · ')}</p>
    </>
  )
}

/** "1.0×", "1.05×". */
function rateText(rate: number): string {
  const rounded = Math.round(rate * 1000) / 1000
  return `${Number.isInteger(rounded * 10) ? rounded.toFixed(1) : rounded}×`
}

/** Whether a play is ranked, and why not; a provisional score; a wrong clock; changes while the page was open. */
function Standing({ play, entry, standings, isWithdrawn, before }: Props) {
  const { eligible, reasons, provisional, clockWasWrong } = play
  const old = before?.scores.get(entry.leaderboard)
  return (
    <div className="grid gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm sm:grid-cols-2">
      <div role="status" className="contents">
        {isWithdrawn && (
          <Note icon="warn" mark="text-rival" title="This play was withdrawn">
            It's no longer on any leaderboard or list, and this page won't open again.
          </Note>
        )}
        {before && old !== undefined && old !== entry.data.score && !isWithdrawn && (
          <Note icon="boards" title="Re-scored">
            {before.provisional && !provisional ? 'We received the chart' : 'The rules changed'} while you
            were here. The score was {old}% before.
          </Note>
        )}
      </div>
      {!isWithdrawn && eligible && <Place play={play} standings={standings} />}
      {!isWithdrawn && !eligible && (
        <Note icon="warn" mark="text-rival" title="Not ranked">
          <ul>
            {withoutConsequences(reasons).map((reason) => (
              <li key={reason.code}>{reason.text}</li>
            ))}
          </ul>
          {reasons.some(({ code }) => isOldModule(code)) && (
            <Link className="hit link text-base-content" to="/help#setup">
              How to update it
            </Link>
          )}
        </Note>
      )}
      {provisional && !isWithdrawn && (
        <Note icon="help" title="Provisional score">
          We don't have this chart yet, so this score may change slightly.
        </Note>
      )}
      {clockWasWrong && !isWithdrawn && (
        <Note icon="clock" title="The game's clock was wrong">
          It was set to a time before 2001, so this play is dated when we received it.
        </Note>
      )}
    </div>
  )
}

interface NoteProps {
  readonly icon: IconName
  readonly mark?: string
  readonly title: string
  readonly children: ReactNode
}

function Note({ icon, mark = 'mute', title, children }: NoteProps) {
  return (
    <div className="flex gap-2.5">
      <Icon name={icon} className={`mt-px ${mark}`} />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <div className="mute">{children}</div>
      </div>
    </div>
  )
}

/** The play's rank on the active board. Reserves its space while loading. */
function Place({ play, standings }: Pick<Props, 'play' | 'standings'>) {
  const [board] = useActiveBoard()
  const standing = standings && entryOf(standings, board)
  const isOwn = useRelations()(play.user.id) === 'own'
  const title = standing
    ? improvementText(standing, isOwn ? 'your' : `${play.user.alias}'s`)
    : 'Counts on the leaderboards'
  return (
    <Note icon="boards" title={title}>
      <p className="min-h-[1.125rem]">
        {standing && (
          <>
            Current best: {standing.best}%, #{countText(standing.rank)} of {countText(standing.total)} on{' '}
            <Link className="link" to={`/chart/${play.chart.hash}`}>
              {boardLabels[board]}
            </Link>
          </>
        )}
      </p>
    </Note>
  )
}

/** Compares the play with the player's previous best, by `delta`, when it was played. */
function improvementText({ delta }: Placed, whose: string): string {
  if (delta === null) return 'First play of this chart'
  const points = Number(delta)
  if (points > 0) return `New best at the time, ${delta}`
  return points === 0
    ? `Equal to ${whose} previous best`
    : `${delta.replace('-', '')} below ${whose} previous best`
}

export interface ScoresBefore {
  readonly scores: ReadonlyMap<string, string>
  readonly provisional: boolean
}
