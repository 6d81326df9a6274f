import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** The width of the enclosing panel, CSS px; null outside of panels and before the first measurement. */
export const PanelWidth = createContext<number | null>(null)

const query = '(width >= 48rem)'

/** Panels narrower than this show cards even in a wide window. CSS px; 44rem. */
const defaultMinWidth = 704

/** Whether window and panel are wide enough for tables; otherwise lists use cards. `minWidth`: of the panel, CSS px. */
export function useWide(minWidth = defaultMinWidth): boolean {
  const panel = useContext(PanelWidth)
  const inWindow = useMedia(query)
  return inWindow && (panel === null || panel >= minWidth)
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
