import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf, changed, type Filters, filtersFrom } from './filters.ts'
import { addressOfView, type ScoresView, viewFrom } from './scores-tab.ts'

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = (what: Partial<Filters>) =>
    setAddress((now) => addressOf(changed(filtersFrom(now), what), now), {
      replace: true,
      preventScrollReset: true,
      // Controls update at once, however long the list loads.
      flushSync: true,
    })
  return [useMemo(() => filtersFrom(address), [address]), change]
}

/** The list that a profile shows, kept in the URL, and its setter. */
export function useScoresView(): [ScoresView, (change: Partial<ScoresView>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = (what: Partial<ScoresView>) =>
    setAddress((now) => addressOfView(viewFrom(now), what, now), {
      preventScrollReset: true,
      flushSync: true,
    })
  return [useMemo(() => viewFrom(address), [address]), change]
}
