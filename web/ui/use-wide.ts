import { createContext, useContext, useSyncExternalStore } from 'react'

/** The width of the panel around, in CSS px; null outside of panels, and before the first look. */
export const PanelWidth = createContext<number | null>(null)

const query = '(width >= 48rem)'

/** A panel as narrow as this has cards though the window is wide: it stands beside another one. CSS px; 44rem. */
const narrowest = 704

function subscribe(listener: () => void) {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/**
 * Whether there is room for tables: in the window, and in the panel around. Elsewhere they become cards. `least`: CSS
 * px of the panel.
 */
export function useWide(least = narrowest): boolean {
  const panel = useContext(PanelWidth)
  const inWindow = useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
  return inWindow && (panel === null || panel >= least)
}
