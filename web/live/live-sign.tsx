import { useContext, useSyncExternalStore } from 'react'
import { LiveContext } from './use-topic.ts'

const noSubscription = () => () => undefined

/** A note at the bottom left while the connection is lost; it causes no layout shift. */
export function LiveSign() {
  const live = useContext(LiveContext)
  const away = useSyncExternalStore(live?.watch ?? noSubscription, () => live?.away() ?? false)
  return (
    <p role="status" className="pointer-events-none fixed bottom-3 left-3 z-20">
      {away && (
        <span className="mute block rounded-[2px] border border-line bg-base-100 px-3 py-2 text-sm">
          Connection lost. Reconnecting…
        </span>
      )}
    </p>
  )
}
