import { setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import {
  getNotificationSettings,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '@stepledger/contracts/http/notifications.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { readKey, useCall } from '../../api/use-call.ts'
import { useNotificationSettings } from '../../parts/notifications/use-notifications.ts'
import { useSessionStore, useUser } from '../../sign-in/use-session.ts'
import { ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { CheckField } from '../../ui/text-field.tsx'
import { SaveRow } from './save-row.tsx'

/** Choices that are saved together: the saved ones, until the player changes them. `failed`: the fallback message. */
function useChoices<Choice>(
  saved: Choice,
  save: (choice: Choice) => Promise<unknown>,
  failed: (choice: Choice) => string = () => 'Failed to save',
) {
  const [ticked, setTicked] = useState<Choice | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: save,
    onMutate: () => setFailure(null),
    onSuccess: () => setTicked(null),
    onError: (error, choice) => setFailure(errorText(error, failed(choice))),
  })
  const chosen = ticked ?? saved
  const changed = JSON.stringify(chosen) !== JSON.stringify(saved)
  return {
    chosen,
    choose: (choice: Choice) => {
      setFailure(null)
      setTicked(choice)
    },
    failure,
    isPending,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (changed) mutate(chosen)
      else setFailure({ text: 'No changes to save' })
    },
    note: changed ? 'Unsaved changes' : isSuccess ? 'Saved' : '',
  }
}

/** The boards with their preference ids; the game calls ITG Money. */
const boards = [
  { id: 4, label: 'HardEX', mark: 'hex' },
  { id: 2, label: 'EX', mark: 'ex' },
  { id: 3, label: 'Money', mark: 'itg' },
] as const

const boardIds = boards.map(({ id }) => id)

export function LeaderboardsSection() {
  const call = useCall()
  const store = useSessionStore()
  const user = useUser()
  const { chosen, choose, failure, isPending, onSubmit, note } = useChoices(
    boardIds.filter((id) => user?.preferredLeaderboards.includes(id)),
    async (leaderboardIds) =>
      store.setUser((await call(setPreferredLeaderboards, { body: { leaderboardIds } })).user),
    (ids) => (ids.length > 0 ? 'Failed to save' : 'Failed to clear'),
  )
  if (!user) return <ErrorBanner className="m-4" text="Failed to load preferences" />
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="pad grid gap-3">
        <p className="mute max-w-prose">
          Choose the leaderboards your game shows after a song. Leave all unticked to show all.
        </p>
        {failure && <ErrorBanner {...failure} />}
        <fieldset className="grid gap-2 md:grid-cols-3" disabled={isPending}>
          <legend className="sr-only">Preferred leaderboards</legend>
          {boards.map(({ id, label, mark }) => (
            <CheckField
              key={id}
              label={label}
              className={`border border-line border-b-3 px-3 md:py-2 ${mark} ${chosen.includes(id) ? 'border-b-(--lbc)' : ''}`}
              checked={chosen.includes(id)}
              onChange={() => choose(boardIds.filter((each) => (each === id) !== chosen.includes(each)))}
            />
          ))}
        </fieldset>
      </div>
      <SaveRow label="Save" busy={isPending} note={note} />
    </form>
  )
}

export function NotificationsSection() {
  const { data, error, refetch } = useNotificationSettings()
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load your settings" onRetry={refetch} rows={6} />
  return <NotificationsForm saved={data} />
}

const labels: Readonly<Record<NotificationKind, string>> = {
  passed: 'A rival passes you',
  follower: 'Somebody adds you as a rival',
  event: 'An event round ends, and your place in it',
  place: 'You lose places in an event round, once a day',
  accepted: 'The organisers of an event accept you',
  play: "A play of yours comes late or isn't ranked, and why",
  withdrawn: 'An operator withdraws a play of yours, and why',
  refused: 'A play of yours is refused, and why',
}

function NotificationsForm({
  saved: { kinds: savedKinds, weeklyMail: savedMail },
}: {
  saved: NotificationSettings
}) {
  const call = useCall()
  const queries = useQueryClient()
  const user = useUser()
  const { chosen, choose, failure, isPending, onSubmit, note } = useChoices(
    { kinds: savedKinds, weeklyMail: savedMail },
    async ({ kinds, weeklyMail }) => {
      const settings = await call(setNotificationSettings, { body: { kinds: [...kinds], weeklyMail } })
      queries.setQueryData(readKey(getNotificationSettings), settings)
    },
  )
  const { kinds, weeklyMail } = chosen
  const toggle = (kind: NotificationKind) =>
    choose({
      kinds: notificationKinds.filter((each) => (each === kind) !== kinds.includes(each)),
      weeklyMail,
    })
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="pad grid gap-4">
        {failure && <ErrorBanner {...failure} />}
        <fieldset className="grid gap-2" disabled={isPending}>
          <legend className="mb-2 font-medium">Notify me when</legend>
          {notificationKinds.map((kind) => (
            <CheckField
              key={kind}
              label={labels[kind]}
              checked={kinds.includes(kind)}
              onChange={() => toggle(kind)}
            />
          ))}
        </fieldset>
        <div>
          <CheckField
            label="Also email me a summary once a week"
            checked={weeklyMail}
            disabled={isPending}
            onChange={() => choose({ kinds, weeklyMail: !weeklyMail })}
          />
          <p className="mute mt-1 text-xs">
            {user?.emailVerifiedAt === null
              ? 'Verify your email first: we only write to verified addresses.'
              : 'Weeks in which nothing happened are left out.'}
          </p>
        </div>
      </div>
      <SaveRow label="Save" busy={isPending} note={note} />
    </form>
  )
}
