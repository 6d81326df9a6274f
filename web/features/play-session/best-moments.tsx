import type { SessionPage, SessionPlay } from '@stepledger/contracts/http/play-sessions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useRowLink } from '../../lists/use-row-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { Grade, Score } from '../../ui/score.tsx'

/** First places and the bests that gained most. */
export function BestMoments({ session: { data, moments } }: { session: SessionPage }) {
  const [board] = useActiveBoard()
  const rowLink = useRowLink()
  const plays = moments.flatMap((id) => data.filter(({ playId }) => playId === id))
  return (
    <Panel title="Best Moments">
      {plays.length === 0 ? (
        <p className="mute pad text-sm">No earlier best was beaten in this session.</p>
      ) : (
        <ul>
          {plays.map((play) => {
            const score = entryOf(play.leaderboards, board)?.data
            return (
              <li
                key={play.playId}
                {...rowLink(
                  `/play/${play.playId}`,
                  'grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-4 py-2.5 last:border-0',
                )}
              >
                <Banner hash={play.chart.hash} source={play.chart} />
                <div className="min-w-0">
                  <Link className="hit block truncate font-semibold" to={`/chart/${play.chart.hash}`}>
                    {titleOrUnknown(play.chart.title)}
                  </Link>
                  <MomentWords play={play} />
                </div>
                <div className="flex items-center gap-2 max-md:flex-col-reverse max-md:items-end max-md:gap-0.5">
                  <Grade grade={score?.grade} />
                  <Link className="hit text-right" to={`/play/${play.playId}`}>
                    {score && <Score percent={score.score} />}
                  </Link>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

/** What the play meant: the place that it holds now, and how much it gained. */
function MomentWords({ play: { onBoard } }: { play: SessionPlay }) {
  const rank = onBoard?.rank
  const gain = Number(onBoard?.change ?? 0) > 0 ? onBoard?.change : null
  return (
    <div className="truncate text-xs">
      <b className="font-semibold">{rank === 1 ? 'First place' : 'Best'}</b>{' '}
      <span className="mute">
        {[gain, rank !== null && rank !== undefined && rank > 1 && `now #${countText(rank)}`]
          .filter(Boolean)
          .join(', ')}
      </span>
    </div>
  )
}
