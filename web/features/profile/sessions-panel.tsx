import type { ListedSession } from '@stepledger/contracts/http/play-sessions.ts'
import { playTimeText, sessionName } from '@stepledger/contracts/look/session-words.ts'
import { Link } from 'react-router-dom'
import { counted } from '../../ui/count-text.ts'
import { useRowLink } from '../../ui/lists/use-row-link.ts'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

/** The player's latest sessions: plays without a long break. */
export function SessionsPanel({ sessions }: { sessions: readonly ListedSession[] }) {
  const rowLink = useRowLink()
  return (
    <Panel title="Sessions">
      {sessions.length === 0 ? (
        <p className="mute pad text-sm">No sessions yet.</p>
      ) : (
        <ul>
          {sessions.map(({ playId, day, startedAt, plays, seconds }) => (
            <li
              key={playId}
              {...rowLink(
                `/session/${playId}`,
                'flex min-h-10 items-center gap-3 border-b border-line px-4 py-1.5 last:border-0',
              )}
            >
              <p className="min-w-0 flex-1">
                <Link className="text-sm font-semibold" to={`/session/${playId}`}>
                  {sessionName(day)}
                </Link>
              </p>
              <span className="mute text-xs whitespace-nowrap">
                {counted(plays, 'play')}, {playTimeText(seconds)}
              </span>
              <Time
                at={startedAt}
                format="short"
                className="mute w-20 text-right text-xs whitespace-nowrap max-sm:w-14"
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
