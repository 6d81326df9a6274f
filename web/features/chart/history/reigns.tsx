import { type ChartReigns, getChartReigns, type Reign } from '@stepledger/contracts/http/board-history.ts'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { atDay, dayFrom, dayOf } from '../../../leaderboard/day-of-board.ts'
import { useActiveBoard } from '../../../leaderboard/use-active-board.ts'
import { useRelations } from '../../../sign-in/use-session.ts'
import { countText } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { timeFormats } from '../../../ui/format-time.ts'
import { PlayerName } from '../../../ui/player-name.tsx'
import { Grade, Score } from '../../../ui/score.tsx'
import { UnloadedRows } from '../../../ui/unloaded-rows.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { gapTo } from '../board-scale.ts'
import { heldFor } from './held-for.ts'

/** Who held the first place of the active board, from when to when; read when it is opened. */
export function ReignsDisclosure({ hash }: { hash: string }) {
  return <Disclosure title="History of the first place">{() => <Reigns hash={hash} />}</Disclosure>
}

function Reigns({ hash }: { hash: string }) {
  const [board] = useActiveBoard()
  const { data, error, refetch } = useRead(
    getChartReigns,
    { params: { hash }, query: { leaderboard: board } },
    { keepPrevious: true },
  )
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the history" onRetry={refetch} rows={3} />
  return <ReignList data={data} />
}

function ReignList({ data: { reigns, total } }: { data: ChartReigns }) {
  const now = useNow()
  if (reigns.length === 0) return <p className="mute px-4 py-3">Nobody has been ranked yet.</p>
  return (
    <>
      <ol>
        {reigns.map((reign) => (
          <ReignRow key={reign.since} reign={reign} now={now} />
        ))}
      </ol>
      {total > reigns.length && (
        <p className="mute border-t border-line px-4 py-2 text-xs">
          The latest {countText(reigns.length)} of {countText(total)}.
        </p>
      )}
    </>
  )
}

function ReignRow({ reign, now }: { reign: Reign; now: number }) {
  const relationTo = useRelations()
  const relation = relationTo(reign.user.id)
  const raised = gapTo(reign.firstScore, reign.score)
  const ended = reign.until === null ? now : Date.parse(reign.until)
  return (
    <li className={`cardrow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 ${relation ?? ''}`}>
      <div className="min-w-0">
        <PlayerName player={reign.user} relation={relation} withAvatar />
        <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
          <span>{heldFor(Math.max(0, ended - Date.parse(reign.since)))}</span>
          <span className="whitespace-nowrap">
            <BoardOf time={reign.since} /> – {reign.until === null ? 'now' : <BoardOf time={reign.until} />}
          </span>
          {raised !== '' && <span>raised by {raised.replace('+', '')}</span>}
        </div>
      </div>
      <div className="flex items-center gap-2">
        <Grade grade={reign.grade} />
        <Link to={`/play/${reign.playId}`} className="hit w-20 text-right text-lg">
          <Score percent={reign.score} />
        </Link>
      </div>
    </li>
  )
}

/** A day, as a link to the board of that day; of today only the day. */
function BoardOf({ time }: { time: string }) {
  const [search] = useSearchParams()
  const moment = new Date(time)
  const address = atDay(search, dayOf(moment))
  const text = <time dateTime={time}>{timeFormats.day(moment)}</time>
  if (dayFrom(address, new Date()) === null) return text
  return (
    <Link
      className="hit link"
      to={{ search: address.toString() }}
      preventScrollReset
      title="The board of that day"
    >
      {text}
    </Link>
  )
}
