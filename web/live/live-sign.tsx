import { useSyncExternalStore } from 'react'
import { useDependencies } from '../app/use-dependencies.ts'

/**
 * A note at the bottom left while the connection is lost. It causes no layout shift: the room for it is added below the
 * page, so that the end of the page can be scrolled clear of it.
 */
export function LiveSign() {
  const { live } = useDependencies()
  const away = useSyncExternalStore(live.watch, live.away)
  return (
    <>
      {away && <div className="live-away h-14" aria-hidden="true" />}
      <p role="status" className="pointer-events-none fixed bottom-3 left-3 z-20">
        {away && (
          <span className="mute block rounded-[2px] border border-line bg-base-100 px-3 py-2 text-sm">
            Connection lost. Reconnecting…
          </span>
        )}
      </p>
    </>
  )
}
