import {
  maxPlaysAround,
  type SessionPage,
  type SessionPlay,
} from '@stepledger/contracts/http/play-sessions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { ActiveBoardToggle, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { clock } from '../../ui/format.tsx'
import { Table, useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useWide } from '../../ui/use-wide.ts'

export function SessionPlays({ session: { data, whole } }: { session: SessionPage }) {
  return (
    <Panel title="Plays" aside={<ActiveBoardToggle />}>
      <Rows plays={data} />
      {!whole && (
        <p className="mute border-t border-line px-4 py-2.5 text-xs">
          This session is longer: {maxPlaysAround} plays before and after the one in the address are shown.
        </p>
      )}
    </Panel>
  )
}

function Rows({ plays }: { plays: readonly SessionPlay[] }) {
  const [board] = useActiveBoard()
  const wide = useWide()
  const rowLink = useRowLink()
  const rows = plays.map((play) => ({ play, score: entryOf(play.leaderboards, board)?.data }))
  if (!wide) {
    return (
      <ul>
        {rows.map(({ play, score }) => {
          return (
            <li
              key={play.playId}
              {...rowLink(
                `/play/${play.playId}`,
                'cardrow grid-cols-[3rem_minmax(0,1fr)_auto_4.25rem] items-center py-2!',
              )}
            >
              <span>
                <Difficulty small difficulty={play.chart.difficulty} meter={play.chart.meter} />
              </span>
              <div className="min-w-0">
                <Link className="hit block truncate font-semibold" to={`/chart/${play.chart.hash}`}>
                  {titleOrUnknown(play.chart.title)}
                </Link>
                <span className="mute block text-xs">
                  {clock(new Date(play.createdAt))} ·{' '}
                  {meaningOf(play) === null ? (
                    errorText(play)
                  ) : (
                    <b className="font-semibold text-base-content">{meaningOf(play)}</b>
                  )}
                </span>
              </div>
              <Grade grade={score?.grade} ranked={play.eligible} />
              <Link className="hit text-right" to={`/play/${play.playId}`}>
                {score && <Score percent={score.score} ranked={play.eligible} />}
              </Link>
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <Table
      rows={rows}
      keyOf={({ play }) => play.playId}
      to={({ play }) => `/play/${play.playId}`}
      columns={[
        {
          head: 'Time',
          width: 'w-19',
          cellClass: 'mute',
          cell: ({ play }) => <time dateTime={play.createdAt}>{clock(new Date(play.createdAt))}</time>,
        },
        {
          head: 'Chart',
          cell: ({ play: { chart } }) => (
            <div className="flex min-w-0 items-center gap-3">
              <span className="w-12 shrink-0">
                <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
              </span>
              <Link className="block truncate font-semibold" to={`/chart/${chart.hash}`}>
                {titleOrUnknown(chart.title)}
              </Link>
            </div>
          ),
        },
        {
          head: <span className="sr-only">Meaning</span>,
          width: 'w-34',
          cell: ({ play }) => meaningOf(play) !== null && <Tag variant="ok">{meaningOf(play)}</Tag>,
        },
        {
          head: 'Mean error',
          width: 'w-28',
          className: 'num',
          cellClass: 'mute',
          cell: ({ play }) => errorText(play),
        },
        {
          head: 'Grade',
          width: 'w-18',
          cell: ({ play, score }) => <Grade grade={score?.grade} ranked={play.eligible} />,
        },
        {
          head: 'Score',
          width: 'w-26',
          className: 'num',
          cell: ({ play, score }) => (
            <Link className="block" to={`/play/${play.playId}`}>
              {score && <Score percent={score.score} ranked={play.eligible} />}
            </Link>
          ),
        },
      ]}
    />
  )
}

function errorText({ meanAbsolute }: SessionPlay): string {
  return meanAbsolute === null ? '–' : `${meanAbsolute.toFixed(1)}\u00a0ms`
}

/** "First place" while the play holds it, "Best" if it beat an earlier one. */
function meaningOf({ onBoard }: SessionPlay): string | null {
  if (onBoard?.rank === 1) return 'First place'
  return Number(onBoard?.change ?? 0) > 0 ? 'Best' : null
}
