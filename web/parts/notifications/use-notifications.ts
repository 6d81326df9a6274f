import {
  getNotificationSettings,
  listNotifications,
  type NotificationSettings,
  notificationKinds,
} from '@stepledger/contracts/http/notifications.ts'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../leaderboard/active-board.tsx'

export function useNotificationSettings(enabled = true) {
  return useRead(getNotificationSettings, {}, { enabled })
}

interface ListOptions {
  /** Undefined while loading. */
  readonly settings: NotificationSettings | undefined
  /** ISO 8601; null for the latest. */
  readonly before?: string | null
}

/** The notifications of the kinds that the viewer has turned on, newest first; the bell and the first page of the list share one read. */
export function useNotifications({ settings, before = null }: ListOptions) {
  const [board] = useActiveBoard()
  const kinds = settings?.kinds ?? []
  return useRead(
    listNotifications,
    {
      query: {
        leaderboard: board,
        ...(kinds.length < notificationKinds.length && { kinds: kinds.join() }),
        ...(before !== null && { before }),
      },
    },
    { enabled: kinds.length > 0, keepPrevious: true },
  )
}

/** Whether a notification came about after the viewer looked last. Times as ISO 8601. */
export function isUnseen(at: string, seenAt: string | null): boolean {
  return seenAt === null || Date.parse(at) > Date.parse(seenAt)
}
