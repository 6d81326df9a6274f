import { useEffect, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { isUnseen, useNotificationSettings, useNotifications } from '../../notifications/use-notifications.ts'
import { Icon } from '../../ui/icon.tsx'

/** Delay before the first read, ms, so that it does not compete with the page. */
const delayMs = 1500

/** The link to the notifications, with a diamond when there are new ones. */
export function Bell({ playerId }: { playerId: string }) {
  const isDue = useDelay(delayMs)
  const { data: settings } = useNotificationSettings(isDue)
  const { data, refetch } = useNotifications({ settings: isDue ? settings : undefined })
  const throttled = useThrottled(() => {
    if (settings && settings.kinds.length > 0) void refetch()
  })
  useTopic(isDue ? `player:${playerId}` : null, throttled, throttled)
  const [latest] = data?.notifications ?? []
  const isNew =
    settings !== undefined &&
    settings.kinds.length > 0 &&
    latest !== undefined &&
    isUnseen(latest.at, settings.seenAt)
  return (
    <NavLink to="/notifications" className="btn btn-ghost btn-square relative h-10 w-10 md:h-9 md:w-9">
      <Icon name="bell" className="size-4.5" />
      <span className="sr-only">Notifications{isNew ? ', new' : ''}</span>
      {isNew && <span className="bell-new" aria-hidden="true" />}
    </NavLink>
  )
}

function useDelay(ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
