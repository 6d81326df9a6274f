import { setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSessionStore, useUser } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField } from '../../ui/text-field.tsx'

/** The boards by the ids that preferences use; the game names ITG Money. */
const boards = [
  { id: 4, label: 'HardEX' },
  { id: 2, label: 'EX' },
  { id: 3, label: 'Money' },
] as const

type BoardId = (typeof boards)[number]['id']

/** Which boards the game shows after a song. A tick is saved at once. */
export function LeaderboardsSection() {
  const call = useCall()
  const store = useSessionStore()
  const user = useUser()
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const save = useMutation({
    mutationFn: (leaderboardIds: BoardId[]) => call(setPreferredLeaderboards, { body: { leaderboardIds } }),
    onMutate: () => setFailure(null),
    onSuccess: (answer) => store.setUser(answer.user),
    onError: (error, ids) =>
      setFailure(errorText(error, ids.length > 0 ? 'Failed to save' : 'Failed to clear')),
  })
  const chosen: readonly number[] = save.isPending ? save.variables : (user?.preferredLeaderboards ?? [])
  const toggle = (id: BoardId) =>
    save.mutate(boards.map((board) => board.id).filter((other) => (other === id) !== chosen.includes(other)))
  return (
    <div className="pad grid gap-3">
      <p className="mute max-w-prose">
        The boards that the game shows you after a song. None ticked means all of them.
      </p>
      {failure && <ErrorBanner {...failure} />}
      <fieldset className="grid gap-1" disabled={save.isPending}>
        <legend className="sr-only">Preferred leaderboards</legend>
        {boards.map(({ id, label }) => (
          <CheckField key={id} label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
      <p className="mute text-sm" role="status">
        {save.isPending ? 'Saving…' : save.isSuccess ? 'Saved' : ''}
      </p>
    </div>
  )
}
