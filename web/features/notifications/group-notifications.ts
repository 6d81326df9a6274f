import type { Notification } from '@stepledger/contracts/http/notifications.ts'

/** Notifications of one cause, newest first. */
export interface NotificationGroup {
  readonly first: Notification
  readonly rest: readonly Notification[]
}

/** Groups plays that are not ranked for the same reasons, and places lost in an event on one day. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const [i, notification] of notifications.entries()) {
    const cause = causeOf(notification) ?? String(i)
    const known = groups.get(cause)
    groups.set(
      cause,
      known ? { ...known, rest: [...known.rest, notification] } : { first: notification, rest: [] },
    )
  }
  return [...groups.values()]
}

/** Null for a notification that stands alone. */
function causeOf(of: Notification): string | null {
  if (of.kind === 'place') return `place ${of.slug} ${of.at.slice(0, 10)}`
  if (of.kind === 'play' && of.reasons.length > 0) return `play ${of.reasons.map(({ code }) => code).join()}`
  return null
}
