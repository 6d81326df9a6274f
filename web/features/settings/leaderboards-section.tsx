import { setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSessionStore, useUser } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField } from '../../ui/text-field.tsx'
import { SaveRow } from './save-row.tsx'

/** The boards with their preference ids; the game calls ITG Money. */
const boards = [
  { id: 4, label: 'HardEX', mark: 'hex' },
  { id: 2, label: 'EX', mark: 'ex' },
  { id: 3, label: 'Money', mark: 'itg' },
] as const

type BoardId = (typeof boards)[number]['id']

export function LeaderboardsSection() {
  const call = useCall()
  const store = useSessionStore()
  const user = useUser()
  const saved = user?.preferredLeaderboards ?? []
  const [ticked, setTicked] = useState<readonly BoardId[] | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const save = useMutation({
    mutationFn: (leaderboardIds: BoardId[]) => call(setPreferredLeaderboards, { body: { leaderboardIds } }),
    onMutate: () => setFailure(null),
    onSuccess: (answer) => {
      store.setUser(answer.user)
      setTicked(null)
    },
    onError: (error, ids) =>
      setFailure(errorText(error, ids.length > 0 ? 'Failed to save' : 'Failed to clear')),
  })
  const chosen: readonly number[] = ticked ?? saved
  const changed = boards.some(({ id }) => chosen.includes(id) !== saved.includes(id))
  const toggle = (id: BoardId) => {
    setFailure(null)
    setTicked(boards.map((board) => board.id).filter((other) => (other === id) !== chosen.includes(other)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return setFailure({ text: 'No changes to save' })
    save.mutate(boards.map(({ id }) => id).filter((id) => chosen.includes(id)))
  }
  if (!user) return <ErrorBanner className="m-4" text="Failed to load preferences" />
  return (
    <form noValidate onSubmit={submit}>
      <div className="pad grid gap-3">
        <p className="mute max-w-prose">
          Choose the leaderboards your game shows after a song. Leave all unticked to show all.
        </p>
        {failure && <ErrorBanner {...failure} />}
        <fieldset className="grid gap-2 md:grid-cols-3" disabled={save.isPending}>
          <legend className="sr-only">Preferred leaderboards</legend>
          {boards.map(({ id, label, mark }) => (
            <CheckField
              key={id}
              label={label}
              className={`border border-line border-b-3 px-3 md:py-2 ${mark} ${chosen.includes(id) ? 'border-b-(--lbc)' : ''}`}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
      </div>
      <SaveRow
        label="Save"
        busy={save.isPending}
        note={changed ? 'Unsaved changes' : save.isSuccess ? 'Saved' : ''}
      />
    </form>
  )
}
