import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { getSuggestions, type Suggestions, suggestedCharts } from '@stepledger/contracts/http/suggestions.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { ActiveBoardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import { counted } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Grade } from '../../ui/score.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'

export function SuggestionsPage() {
  const [board] = useActiveBoard()
  const read = useRead(getSuggestions, { query: { leaderboard: board } }, { keepPrevious: true })
  const { data, error } = read
  const user = useUser()
  // Without a score the lists are empty.
  const expected = user?.userHasSubmittedScore ? suggestedCharts : 1
  const list = (rows: (answer: Suggestions) => ReactNode[], empty: ReactNode) => {
    if (!data) return error ? null : <SkeletonRows rows={expected} shape="chart" />
    const shown = rows(data)
    return shown.length > 0 ? <ul>{shown}</ul> : <p className="mute pad">{empty}</p>
  }
  return (
    <div className="min-h-dvh">
      <PageHeading aside={<ActiveBoardToggle />}>What to Play</PageHeading>
      {error && !data && (
        <CallFailure
          className="mb-4"
          error={error}
          sentence="Failed to load suggestions"
          onRetry={read.refetch}
        />
      )}
      <div
        aria-busy={read.isPlaceholderData}
        className={`grid items-start gap-4 md:gap-6 xl:grid-cols-3 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <Panel title="Next Grade">
          {list(
            ({ grades }) => grades.map((row) => <GradeRow key={row.playId} row={row} />),
            'Your grades appear here once you have a ranked score.',
          )}
        </Panel>
        <Panel title="Pass a Rival">
          {list(
            ({ rivals }) => rivals.map((row) => <RivalRow key={row.playId} row={row} />),
            user?.rivalUserIds.length === 0 ? (
              <>
                Charts where a rival is just ahead of you appear here.{' '}
                <Link className="link" to="/rivals">
                  Find rivals
                </Link>
              </>
            ) : (
              <>
                No rival is ahead of you on your latest charts.{' '}
                <Link className="link" to="/rivals">
                  Your rivals
                </Link>
              </>
            ),
          )}
        </Panel>
        <Panel title="Not Played Yet" aside={data?.meter != null && `around meter ${data.meter}`}>
          {list(
            ({ unplayed }) =>
              unplayed.map(({ chart, plays }) => (
                <SuggestionRow
                  key={chart.hash}
                  chart={chart}
                  note={artistOrUnknown(chart.artist)}
                  reason={<span className="mute text-sm">{counted(plays, 'play')}</span>}
                />
              )),
            data?.meter == null
              ? 'Charts of your level appear here once you have a ranked score.'
              : 'You have played every chart of your level.',
          )}
        </Panel>
      </div>
    </div>
  )
}

function GradeRow({ row }: { row: Suggestions['grades'][number] }) {
  return (
    <SuggestionRow
      chart={row.chart}
      note={
        <>
          <b className="text-base-content">+{row.points}</b> {row.leaderboard}
        </>
      }
      reason={
        <>
          <Grade grade={row.grade} />
          <span aria-hidden="true" className="mute">
            →
          </span>
          <Grade grade={row.next} />
        </>
      }
    />
  )
}

function RivalRow({ row }: { row: Suggestions['rivals'][number] }) {
  return (
    <SuggestionRow
      chart={row.chart}
      note={
        <span className="flex flex-wrap gap-x-1">
          <span className="min-w-0 truncate" title={row.user.alias}>
            {row.user.alias}
          </span>
          <span>
            {row.theirs}%, you {row.score}%
          </span>
        </span>
      }
      reason={
        Number(row.points) === 0 ? (
          <span className="mute text-sm">level</span>
        ) : (
          <span className="ic-rival font-bold">−{row.points}</span>
        )
      }
    />
  )
}

interface Props {
  readonly chart: ChartSummary
  readonly note: ReactNode
  /** At the right: why this chart. */
  readonly reason: ReactNode
}

function SuggestionRow({ chart, note, reason }: Props) {
  const rowLink = useRowLink()
  const title = titleOrUnknown(chart.title)
  return (
    <li
      {...rowLink(
        `/chart/${chart.hash}`,
        'grid min-h-14 grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-0',
      )}
    >
      <span>
        <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
      </span>
      <div className="min-w-0">
        <Link to={`/chart/${chart.hash}`} className="hit block truncate font-semibold" title={title}>
          {title}
        </Link>
        <div className="mute line-clamp-2 text-sm wrap-anywhere">{note}</div>
      </div>
      <div className="flex items-center gap-2 text-right">{reason}</div>
    </li>
  )
}
