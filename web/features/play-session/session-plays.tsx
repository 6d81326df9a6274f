import type { BoardName } from '@stepledger/contracts/board-name.ts'
import {
  maxPlaysAround,
  type SessionPage,
  type SessionPlay,
} from '@stepledger/contracts/http/play-sessions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useRowLink } from '../../lists/use-row-link.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import { clock } from '../../ui/format-time.ts'
import { Grade } from '../../ui/grade.tsx'
import { LeaderboardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Score } from '../../ui/score.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** All plays of a session, latest first. */
export function SessionPlays({ session: { data, whole } }: { session: SessionPage }) {
  const [board, chooseBoard] = useActiveBoard()
  return (
    <Panel title="Plays" aside={<LeaderboardToggle value={board} onChange={chooseBoard} />}>
      <Rows plays={data} board={board} />
      {!whole && (
        <p className="mute border-t border-line px-4 py-2.5 text-xs">
          This session is longer: {maxPlaysAround} plays before and after the one in the address are shown.
        </p>
      )}
    </Panel>
  )
}

interface RowsProps {
  readonly plays: readonly SessionPlay[]
  readonly board: BoardName
}

function Rows({ plays, board }: RowsProps) {
  const wide = useWide()
  const rowLink = useRowLink()
  if (!wide) {
    return (
      <ul>
        {plays.map((play) => {
          const score = entryOf(play.leaderboards, board)?.data
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
    <table className="t table-fixed">
      <colgroup>
        <col className="w-19" />
        <col />
        <col className="w-34" />
        <col className="w-28" />
        <col className="w-18" />
        <col className="w-26" />
      </colgroup>
      <thead>
        <tr>
          <th>Time</th>
          <th>Chart</th>
          <th>
            <span className="sr-only">Meaning</span>
          </th>
          <th className="num">Mean error</th>
          <th>Grade</th>
          <th className="num">Score</th>
        </tr>
      </thead>
      <tbody>
        {plays.map((play) => {
          const score = entryOf(play.leaderboards, board)?.data
          return (
            <tr key={play.playId} {...rowLink(`/play/${play.playId}`)}>
              <td className="mute">
                <time dateTime={play.createdAt}>{clock(new Date(play.createdAt))}</time>
              </td>
              <td>
                <div className="flex min-w-0 items-center gap-3">
                  <span className="w-12 shrink-0">
                    <Difficulty small difficulty={play.chart.difficulty} meter={play.chart.meter} />
                  </span>
                  <Link className="block truncate font-semibold" to={`/chart/${play.chart.hash}`}>
                    {titleOrUnknown(play.chart.title)}
                  </Link>
                </div>
              </td>
              <td>{meaningOf(play) !== null && <Tag look="ok">{meaningOf(play)}</Tag>}</td>
              <td className="num mute">{errorText(play)}</td>
              <td>
                <Grade grade={score?.grade} ranked={play.eligible} />
              </td>
              <td className="num">
                <Link className="block" to={`/play/${play.playId}`}>
                  {score && <Score percent={score.score} ranked={play.eligible} />}
                </Link>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
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
