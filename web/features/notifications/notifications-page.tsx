import {
  getNotificationSettings,
  markNotificationsSeen,
  type Notification,
} from '@stepledger/contracts/http/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { readKey, useCall } from '../../api/use-call.ts'
import {
  isUnseen,
  useNotificationSettings,
  useNotifications,
} from '../../parts/notifications/use-notifications.ts'
import { Empty } from '../../ui/empty.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { groupNotifications } from './group-notifications.ts'
import { NotificationRow } from './notification-row.tsx'

const settingsPath = '/profile?section=notifications'

/** What happened to the viewer, newest first; opening it marks all as seen. */
export function NotificationsPage() {
  const [search] = useSearchParams()
  const before = search.get('before')
  const { data: settings, error: settingsError, refetch: refetchSettings } = useNotificationSettings()
  const { data, error, refetch } = useNotifications({ settings, before })
  const shown = settings?.kinds.length === 0 ? { notifications: [], more: false } : data
  const seenAt = useSeenAtOpening(settings?.seenAt)
  useMarkSeen(shown?.notifications[0], settings?.seenAt)
  const last = shown?.notifications.at(-1)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl">
      <PageHeading aside={<ActiveBoardToggle />}>Notifications</PageHeading>
      <section className="panel" aria-label="Notifications">
        {!settings || !shown ? (
          <UnloadedRows
            error={settingsError ?? error}
            sentence="Failed to load notifications"
            onRetry={() => (settings ? refetch() : refetchSettings())}
            rows={8}
          />
        ) : shown.notifications.length === 0 ? (
          <Empty
            title={before === null ? 'Nothing yet' : 'Nothing older'}
            text="When a rival passes you, somebody adds you as a rival, you lose places in an event or a play of yours isn't ranked, you'll find it here."
            action={
              <Link className="btn btn-sm h-10 md:h-9" to={settingsPath}>
                Notification settings
              </Link>
            }
          />
        ) : (
          <>
            <ul>
              {groupNotifications(shown.notifications).map((group) => (
                <NotificationRow
                  key={JSON.stringify(group.first)}
                  group={group}
                  isNew={seenAt !== undefined && isUnseen(group.first.at, seenAt)}
                />
              ))}
            </ul>
            <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-2 text-sm">
              {before !== null && (
                <Link className="hit link" to="/notifications">
                  Latest
                </Link>
              )}
              {shown.more && last && (
                <Link className="hit link" to={`?before=${encodeURIComponent(last.at)}`}>
                  Older
                </Link>
              )}
              <Link className="hit link ml-auto" to={settingsPath}>
                Settings
              </Link>
            </div>
          </>
        )}
      </section>
    </div>
  )
}

/** The time until which notifications were seen before the page was opened. Undefined while loading. */
function useSeenAtOpening(seenAt: string | null | undefined): string | null | undefined {
  const [atOpening, setAtOpening] = useState(seenAt)
  if (atOpening === undefined && seenAt !== undefined) setAtOpening(seenAt)
  return atOpening
}

function useMarkSeen(latest: Notification | undefined, seenAt: string | null | undefined): void {
  const call = useCall()
  const queries = useQueryClient()
  const until = latest && seenAt !== undefined && isUnseen(latest.at, seenAt) ? latest.at : null
  useEffect(() => {
    if (until === null) return
    call(markNotificationsSeen, { body: { until } }).then(
      (settings) => queries.setQueryData(readKey(getNotificationSettings), settings),
      // They stay new until the next visit.
      () => undefined,
    )
  }, [call, queries, until])
}
