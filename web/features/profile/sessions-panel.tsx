import type { ListedSession } from '@stepledger/contracts/http/play-sessions.ts'
import { playTimeText, sessionName, shortDate } from '@stepledger/contracts/look/session-words.ts'
import { Link } from 'react-router-dom'
import { counted } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'

interface Props {
  readonly id: string
  readonly sessions: readonly ListedSession[]
  readonly more: boolean
}

/** The player's latest sessions: plays without a long break. */
export function SessionsPanel({ id, sessions, more }: Props) {
  return (
    <Panel
      title="Sessions"
      aside={
        more && (
          <Link className="hit link text-sm" to={`/user/${id}/sessions`}>
            All
          </Link>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="mute pad text-sm">No sessions yet.</p>
      ) : (
        <SessionRows sessions={sessions} />
      )}
    </Panel>
  )
}

export function SessionRows({ sessions }: Pick<Props, 'sessions'>) {
  const rowLink = useRowLink()
  return (
    <ul>
      {sessions.map(({ playId, day, plays, seconds }) => (
        <li key={playId} {...rowLink(`/session/${playId}`, 'border-b border-line px-4 py-1.5 last:border-0')}>
          <Link className="hit block text-sm font-semibold" to={`/session/${playId}`}>
            {sessionName(day)}
          </Link>
          <p className="mute flex justify-between gap-3 text-xs">
            <span>{shortDate(day)}</span>
            <span>
              {counted(plays, 'play')}, {playTimeText(seconds)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
