import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { sessionName } from '@stepledger/contracts/look/session-words.ts'
import { Link } from 'react-router-dom'
import { useRelations } from '../../sign-in/use-session.ts'
import { clock, longDay } from '../../ui/format-time.ts'
import { PlayerName } from '../../ui/player-name.tsx'

/** The player, the day and the time of a session, and the way to the neighbouring ones. */
export function SessionHead({ session }: { session: SessionPage }) {
  const relation = useRelations()(session.user.id)
  const { previous, next, startedAt, endedAt } = session
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="mr-auto min-w-0">
        <span className="font-semibold">
          <PlayerName player={session.user} relation={relation} withAvatar />
        </span>
        <h1 className="mt-1 text-2xl md:text-3xl font-extrabold font-stretch-expanded">
          {sessionName(session.day)}
        </h1>
        <p className="mute text-sm">
          {/* A night after midnight is named by the day before. */}
          {longDay(new Date(startedAt))},{' '}
          <span className="whitespace-nowrap">
            <time dateTime={startedAt}>{clock(new Date(startedAt))}</time> –{' '}
            <time dateTime={endedAt}>{clock(new Date(endedAt))}</time>
          </span>
        </p>
      </div>
      <nav className="flex gap-2" aria-label="Sessions">
        <Neighbour playId={previous} words="Previous" />
        <Neighbour playId={next} words="Next" />
      </nav>
    </div>
  )
}

/** The player's session before or after; readable but without a link when there is none. */
function Neighbour({ playId, words }: { playId: number | null; words: string }) {
  const look = 'btn h-11 md:h-10'
  if (playId === null) {
    return (
      <button type="button" className={look} disabled>
        {words}
      </button>
    )
  }
  return (
    <Link className={look} to={`/session/${playId}`}>
      {words}
    </Link>
  )
}
