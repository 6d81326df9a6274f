import { useSyncExternalStore } from 'react'

const query = '(width >= 48rem)'

function subscribe(listener: () => void) {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is wide enough for tables; below 768 px they become cards. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
