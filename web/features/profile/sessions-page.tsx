import { listPlaySessions, maxSessionsShown } from '@stepledger/contracts/http/play-sessions.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { PlayerHeading } from '../../parts/players/player-heading.tsx'
import { NoPlayer, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { SessionRows } from './sessions-panel.tsx'

/** All sessions of a player, newest first; the address has the time before which they are listed. */
export function SessionsPage() {
  const { userId = '' } = useParams()
  const id = playerId.safeParse(userId)
  const [search] = useSearchParams()
  const given = listPlaySessions.query.shape.before.safeParse(search.get('before') ?? undefined)
  const before = given.success ? given.data : undefined
  const read = useRead(
    listPlaySessions,
    {
      params: { id: userId },
      query: { limit: maxSessionsShown, ...(before !== undefined && { before }) },
    },
    { enabled: id.success, keepPrevious: true },
  )
  const { data } = read
  useDocumentTitle(data ? `Sessions of ${data.user.alias}` : null)
  if (!id.success) return <NoPlayer />
  if (!data)
    return (
      <UnloadedPage name="Sessions" read={read} missing={<NoPlayer />} sentence="Failed to load sessions" />
    )
  const last = data.sessions.at(-1)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl">
      <PlayerHeading id={id.data}>{`Sessions of ${data.user.alias}`}</PlayerHeading>
      <section className="panel" aria-label="Sessions">
        {last ? <SessionRows sessions={data.sessions} /> : <p className="mute pad">No sessions yet.</p>}
        {(before !== undefined || data.more) && (
          <p className="flex gap-4 border-t border-line px-4 py-2 text-sm">
            {before !== undefined && (
              <Link className="hit link" to="?">
                Latest
              </Link>
            )}
            {last && data.more && (
              <Link className="hit link" to={`?before=${encodeURIComponent(last.startedAt)}`}>
                Older
              </Link>
            )}
          </p>
        )}
      </section>
    </div>
  )
}
