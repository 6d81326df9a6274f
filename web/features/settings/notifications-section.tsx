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
import { useUser } from '../../sign-in/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { CheckField } from '../../ui/text-field.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { SaveRow } from './save-row.tsx'

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

type Choice = Pick<NotificationSettings, 'kinds' | 'weeklyMail'>

function NotificationsForm({ saved }: { saved: NotificationSettings }) {
  const call = useCall()
  const queries = useQueryClient()
  const user = useUser()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const save = useMutation({
    mutationFn: ({ kinds, weeklyMail }: Choice) =>
      call(setNotificationSettings, { body: { kinds: [...kinds], weeklyMail } }),
    onMutate: () => setFailure(null),
    onSuccess: (settings) => {
      queries.setQueryData(readKey(getNotificationSettings), settings)
      setChosen(null)
    },
    onError: (error) => setFailure(errorText(error, 'Failed to save')),
  })
  const { kinds, weeklyMail } = chosen ?? saved
  const toggle = (kind: NotificationKind) =>
    setChosen({
      kinds: notificationKinds.filter((each) => (each === kind) !== kinds.includes(each)),
      weeklyMail,
    })
  const changed = weeklyMail !== saved.weeklyMail || kinds.join() !== saved.kinds.join()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return setFailure({ text: 'No changes to save' })
    save.mutate({ kinds, weeklyMail })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="pad grid gap-4">
        {failure && <ErrorBanner {...failure} />}
        <fieldset className="grid gap-2" disabled={save.isPending}>
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
            disabled={save.isPending}
            onChange={() => setChosen({ kinds, weeklyMail: !weeklyMail })}
          />
          <p className="mute mt-1 text-xs">
            {user?.emailVerifiedAt === null
              ? 'Verify your email first: we only write to verified addresses.'
              : 'Weeks in which nothing happened are left out.'}
          </p>
        </div>
      </div>
      <SaveRow
        label="Save"
        busy={save.isPending}
        note={changed ? 'Unsaved changes' : save.isSuccess ? 'Saved' : ''}
      />
    </form>
  )
}
