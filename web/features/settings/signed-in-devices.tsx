import {
  deleteSession,
  endOtherSessions,
  listSessions,
  type Session,
  unknownDevice,
} from '@stepledger/contracts/http/sign-in-sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

/** The player's sessions. Each can be ended, or all others at once. */
export function SignedInDevices() {
  const call = useCall()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(listSessions, {})
  const refetchSessions = () => refetchReads([listSessions])
  const end = useMutation({
    mutationFn: (id: string) => call(deleteSession, { params: { id } }),
    onSettled: refetchSessions,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: refetchSessions,
  })

  if (!data) return <UnloadedRows error={error} sentence="Failed to load sessions" onRetry={refetch} />
  const { sessions } = data
  const failed = end.error ?? endOthers.error
  const busy = end.isPending || endOthers.isPending
  return (
    <>
      <CallFailure className="m-4" error={failed} sentence="Failed to sign out" />
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <Button size="large" disabled={busy || sessions.length < 2} onClick={() => endOthers.mutate()}>
          Sign Out Everywhere Else
        </Button>
        <p className="mute text-sm" role="status">
          {sessions.length < 2 ? "You're not signed in anywhere else." : `${sessions.length} sessions`}
        </p>
      </div>
    </>
  )
}

/** Leaves out an unknown device. */
const thisBrowser = (device: string) =>
  device === unknownDevice ? 'This browser' : `This browser, ${device}`

interface RowProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session: { device, createdAt, lastUsedAt, current }, busy, onEnd }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{current ? thisBrowser(device) : device}</p>
        <p className="mute text-xs">
          since <Time at={createdAt} format="day" />
          {lastUsedAt !== null && !current && (
            <>
              {' '}
              · last used <Time at={lastUsedAt} format="whole" />
            </>
          )}
        </p>
      </div>
      {current ? (
        <Tag variant="ok">This device</Tag>
      ) : (
        <Button size="small" aria-label={`Sign out ${device}`} disabled={busy} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  )
}
